import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readableLine } from '../../src/log/readable-line.ts';

const time = '2026-01-05T10:20:30.400Z';
const clock = new Date(time).toLocaleTimeString('en-GB');

describe('a log line on a terminal', () => {
  test('a request is the time, the level, the route, the status and the duration, then the other fields', () => {
    const line = { level: 'info', time, method: 'GET', route: '/health/ready', status: 200, durationMs: 1.234 };
    assert.equal(
      readableLine(JSON.stringify({ ...line, requestId: 'a-1', sellerId: 'A 1', msg: 'request' })),
      `${clock} info  GET /health/ready 200 in 1.2 ms requestId=a-1 sellerId="A 1"`,
    );
  });

  test('requests to the identity provider look the same, and a path without a route says so', () => {
    const line = { level: 'info', time, method: 'GET', route: '/auth', status: 200, durationMs: 1, msg: 'answered' };
    assert.equal(readableLine(JSON.stringify(line)), `${clock} info  GET /auth 200 in 1.0 ms`);
    const lost = { ...line, route: 'none', status: 404, msg: 'request' };
    assert.equal(readableLine(JSON.stringify(lost)), `${clock} info  GET unknown path 404 in 1.0 ms`);
  });

  test('any other line is its message, then its fields', () => {
    const line = { level: 'warn', time, port: 8080, nested: { a: 1 }, msg: 'the port is taken' };
    assert.equal(readableLine(JSON.stringify(line)), `${clock} warn  the port is taken port=8080 nested={"a":1}`);
  });

  test('an error has its stack on lines of its own', () => {
    const line = { level: 'error', time, err: { stack: 'Error: no\n    at here' }, msg: 'failed' };
    assert.equal(readableLine(JSON.stringify(line)), `${clock} error failed\n    Error: no\n        at here`);
  });

  test('a value cannot move the cursor of the terminal', () => {
    const shown = readableLine(JSON.stringify({ level: 'info', time, name: '\u001b[2J', msg: 'x' }));
    assert.equal(shown, `${clock} info  x name="\\u001b[2J"`);
  });

  test('text that is no log line stays as it is', () => {
    for (const text of ['  Marketplace Seller Service is ready.', '{"level":', '{"other":1}']) {
      assert.equal(readableLine(text), text);
    }
  });
});

describe('the output of a log', () => {
  const run = promisify(execFile);
  const program = `import { createLog } from '${fileURLToPath(new URL('../../src/log/log.ts', import.meta.url))}';
createLog('info').info({ port: 1 }, 'listening');`;

  test('is JSON where no terminal is', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
    assert.deepEqual({ ...JSON.parse(stdout), time: '' }, { level: 'info', time: '', port: 1, msg: 'listening' });
  });

  test('is readable lines on a terminal', async () => {
    // `script` gives the program a terminal.
    const command = `'${process.execPath}' --input-type=module -e "${program}"`;
    const { stdout } = await run('script', ['-qec', command, '/dev/null'], { env: { ...process.env, NO_COLOR: '1' } });
    assert.match(stdout, /^\d\d:\d\d:\d\d info {2}listening port=1\r\n$/);
  });
});
