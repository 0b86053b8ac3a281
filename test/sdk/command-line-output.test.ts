// run: without coverage

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readAnswer } from '../../sdk/src/calls/read-answer.ts';
import { forward } from '../../sdk/src/cli/listen/forward.ts';
import { Terminal } from '../../sdk/src/cli/output/terminal.ts';
import { runProgram } from '../../sdk/src/cli/program.ts';
import { mustBeWritable } from '../../sdk/src/cli/report-file.ts';
import { readIssuer } from '../../sdk/src/cli/sign-in/issuer.ts';
import type { SellerEvent } from '../../sdk/src/index.ts';
import { until } from '../harness/until.ts';
import { answer, startRawServer } from './raw-server.ts';

const HOSTILE = 'a\u001b[2Jb\u0007c\rd\u0085e\u202ef\u001b]0;title\u0007';

test('what a service sends cannot move the cursor of a terminal, or turn a text around', () => {
  let printed = '';
  const sink = { isTTY: true, write: (piece: string | Uint8Array) => (printed += String(piece)) };
  const terminal = new Terminal({ out: sink, err: sink }, { json: false, noColor: false });
  terminal.print(HOSTILE);
  terminal.note(`${HOSTILE}\nnext ${terminal.styled('red', 'line')}`);
  const line = 'a?[2Jb?c?d?e?f?]0;title?\n';
  assert.equal(printed, `${line}${line}next \u001b[31mline\u001b[39m\n`);
  printed = '';
  terminal.printJson({ text: HOSTILE });
  assert.doesNotMatch(printed, /[\p{Cc}\p{Bidi_Control}](?!$)/u);
  assert.deepEqual(JSON.parse(printed), { text: HOSTILE });
});

test('an error does not repeat the token that was sent, even if the answer does', async () => {
  const errors = [{ code: 'Unauthorized', message: 'Bearer secret.token-1 is unknown', details: 'secret.token-1' }];
  const { error } = await readAnswer(Response.json({ errors }, { status: 401 }), AbortSignal.timeout(1_000), {
    ...{ form: 'json', token: 'secret.token-1', maxBytes: 1_000 },
  });
  assert.equal(error?.status, 401);
  assert.doesNotMatch(JSON.stringify([error, error?.message]), /secret/);
});

test('a file that cannot be written is told before a report is asked for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'command-line-'));
  try {
    const file = join(folder, 'there.csv');
    writeFileSync(file, '');
    for (const [out, problem] of [
      ['', /no folder that exists/],
      [join(folder, 'nowhere', 'a.csv'), /no folder that exists/],
      [folder, /is a folder/],
    ] as const)
      for (const mayReplace of [false, true]) assert.throws(() => mustBeWritable(out, mayReplace), problem);
    assert.throws(() => mustBeWritable(file, false), /exists/);
    for (const out of [undefined, '-', join(folder, 'new.csv')]) mustBeWritable(out, false);
    mustBeWritable(file, true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the error of a call cannot move the cursor either', async () => {
  const errors = [{ code: HOSTILE, message: 'It is wrong.' }];
  const server = await startRawServer((_request, socket) => void socket.write(answer(400, { errors })));
  let printed = '';
  const sink = { isTTY: true, write: (piece: string | Uint8Array) => (printed += String(piece)) };
  const code = await runProgram(['whoami', '--url', server.baseUrl], {
    ...{ streams: { out: sink, err: sink }, signal: AbortSignal.timeout(10_000) },
    environment: { MARKETPLACE_SELLER_CLIENT_ID: 'a', MARKETPLACE_SELLER_CLIENT_SECRET: 'sesame' },
  });
  await server.close();
  assert.notEqual(code, 0);
  assert.match(printed, /^Error: .*title\?/);
  assert.doesNotMatch(printed, /[\p{Cc}\p{Bidi_Control}](?<!\n)/u);
});

test('a page without an end is not read to find who the identity provider is', async () => {
  const server = await startRawServer((_request, socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n');
    const write = () => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536)));
    };
    socket.on('drain', write);
    write();
  });
  await assert.rejects(readIssuer(server.baseUrl, AbortSignal.timeout(10_000)), /does not say who/);
  await server.close();
});

test('listen that is ended while its receiver has not answered says that the event is not forwarded', async () => {
  const server = await startRawServer(() => undefined);
  const ending = new AbortController();
  const reasons: string[] = [];
  const secret = `whsec_${Buffer.alloc(24).toString('base64')}`;
  const forwarding = forward({ id: 'ntf_1' } as SellerEvent, {
    ...{ url: server.baseUrl, secret, signal: ending.signal },
    onFailure: (reason) => void reasons.push(reason),
  });
  const ended = assert.rejects(forwarding, /interrupted/);
  await until('the request arrives', () => server.requests.length > 0);
  ending.abort(new Error('interrupted by SIGINT'));
  await ended;
  assert.deepEqual(reasons, ['it has not answered. listen ends.']);
  await server.close();
});
