// run: without coverage

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readAnswer } from '../../sdk/src/calls/read-answer.ts';
import { Terminal } from '../../sdk/src/cli/output/terminal.ts';
import { mustBeWritable } from '../../sdk/src/cli/report-file.ts';

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
    ...{ form: 'json', token: 'secret.token-1' },
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
