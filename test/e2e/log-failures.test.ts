import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { Fifo } from '../harness/fifo.ts';
import { until } from '../harness/until.ts';

type State = { droppedLines: number; failure?: string; written: number };
type Line = { level: string; msg: string; number?: number; lines?: number; reason?: string };

const linesIn = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const numbersIn = (lines: Line[]) => lines.flatMap(({ number }) => number ?? []);
const noticesIn = (lines: Line[]) => lines.filter(({ msg }) => msg.startsWith('log lines were dropped'));
const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n);

/** More than a pipe and the lines that may wait hold together. */
const TOO_MANY = 8_000;

describe('a log whose output', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-failures-'));
  const writers: ChildProcess[] = [];
  afterEach(() => {
    for (const child of writers.splice(0)) child.kill('SIGKILL');
  });
  after(() => rmSync(folder, { recursive: true }));

  const writer = (stdout: number, stderr: number | 'inherit' = 'inherit', ...limit: string[]) => {
    const stdio = ['ignore', stdout, stderr, 'ipc'] as const;
    const [command, ...args] = [...limit, process.execPath, 'test/e2e/log-writer.ts'];
    const child = spawn(command, args, { stdio: [...stdio] });
    writers.push(child);
    return child;
  };
  const order = async (child: ChildProcess, what: object): Promise<State> => {
    const answered = once(child, 'message');
    child.send(what);
    return (await answered)[0];
  };

  test('is a pipe that nobody reads drops lines and does not wait; when it is read again, one line says how many', async () => {
    const fifo = new Fifo();
    const child = writer(fifo.openWriter());
    const { droppedLines, failure } = await order(child, { lines: TOO_MANY });
    assert.ok(droppedLines > 0 && droppedLines < TOO_MANY);
    assert.equal(failure, 'EAGAIN');
    await until('the line about dropped lines', () => noticesIn(linesIn(whole(fifo.read()))).length > 0);
    const state = await order(child, { lines: 10 });
    assert.deepEqual([state.failure, state.droppedLines], [undefined, droppedLines]);
    await until('the lines after it', () => fifo.read().includes(`"number":${TOO_MANY + 9},`));
    const lines = linesIn(fifo.read());
    const kept = TOO_MANY - droppedLines;
    assert.deepEqual(numbersIn(lines), [...upTo(kept), ...upTo(10, TOO_MANY)]);
    assert.deepEqual(
      noticesIn(lines).map(({ level, lines: count, reason }) => [level, count, reason]),
      [['warn', droppedLines, 'EAGAIN']],
    );
    assert.equal(lines[kept]?.lines, droppedLines, 'the notice is where the lines are missing');
    fifo.remove();
  });

  test('is a pipe whose reader went away goes on for the next reader', async () => {
    const fifo = new Fifo();
    const child = writer(fifo.openWriter());
    await order(child, { lines: 1 });
    await until('the first line', () => fifo.read().includes('"number":0,'));
    fifo.closeReader();
    await order(child, { warning: 'nobody reads this yet' });
    const { failure, droppedLines } = await order(child, { lines: 1 });
    assert.deepEqual([failure, droppedLines], ['EPIPE', 0]);
    fifo.openReader();
    await until('the lines that waited', () => fifo.read().includes('"number":1,'));
    assert.deepEqual(
      linesIn(fifo.read()).map(({ msg }) => msg),
      ['numbered', 'nobody reads this yet', 'numbered'],
    );
    fifo.remove();
  });

  test('is a full disk drops lines', async () => {
    const full = openSync('/dev/full', 'w');
    const child = writer(full);
    closeSync(full);
    const { droppedLines, failure } = await order(child, { lines: TOO_MANY });
    assert.ok(droppedLines > 0);
    assert.equal(failure, 'ENOSPC');
    assert.equal((await order(child, { lines: 10 })).droppedLines, droppedLines + 10);
    assert.equal(child.exitCode, null);
  });

  test('reaches the largest size of a file completes the torn line when there is room again', async () => {
    const file = join(folder, 'log');
    const output = openSync(file, 'a');
    // In units of 512 bytes, and no multiple of the length of a line.
    const child = writer(output, 'inherit', '/bin/sh', '-c', 'ulimit -S -f 21 && exec "$@"', 'sh');
    closeSync(output);
    const { droppedLines, failure } = await order(child, { lines: TOO_MANY });
    assert.ok(droppedLines > 0);
    assert.equal(failure, 'EFBIG');
    const torn = readFileSync(file, 'utf8');
    assert.equal(Buffer.byteLength(torn), 21 * 512);
    assert.doesNotMatch(torn, /\n$/);
    execFileSync('prlimit', [`--pid=${child.pid}`, '--fsize=unlimited']);
    await until('the line about dropped lines', () => readFileSync(file, 'utf8').includes('lines were dropped'));
    const lines = linesIn(readFileSync(file, 'utf8'));
    assert.deepEqual(numbersIn(lines), upTo(TOO_MANY - droppedLines));
    assert.deepEqual(
      noticesIn(lines).map(({ lines: count, reason }) => [count, reason]),
      [[droppedLines, 'EFBIG']],
    );
  });

  test('and standard error nobody reads does not keep a crashed process alive', async () => {
    const fifo = new Fifo();
    const child = writer(fifo.openWriter(), fifo.openWriter());
    await order(child, { lines: TOO_MANY });
    child.send({ crash: 'x'.repeat(100_000) });
    const [code] = await once(child, 'exit');
    assert.equal(code, 1);
    fifo.remove();
  });
});

const whole = (text: string) => text.slice(0, text.lastIndexOf('\n') + 1);
