// run: without coverage

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { handWrittenAsync } from '../../lint/hand-written-async.ts';
import { lintedLines, plant } from './planted-project.ts';

const root = join(import.meta.dirname, '..', '..');

/** Each is the body of an async method, on one line. */
const FORBIDDEN = [
  'while (!signal.aborted) { await step(); }',
  'while (!signal?.aborted) await step();',
  'while (!this.#isStopping) { await step(); }',
  'for (;;) { if (stopping.signal.aborted) return; await step(); }',
  'do { await step(); } while (!stopped);',
  'running ??= step().finally(() => { running = undefined; });',
  'this.#running ??= step().catch(() => undefined);',
  'const flights = new Map<string, Promise<void>>();',
];
const PERMITTED = [
  'while (rows.length > 0) await step();',
  'for (;;) { if (await step()) return; }',
  'for (const row of rows) { if (signal.aborted) return; await step(); }',
  'while (!signal.aborted) work();',
  'while (rows.length > 0) { await step(); later(() => signal.aborted); }',
  'running ??= step();',
  'const texts = new Map<string, string>();',
];
const asMethods = (lines: readonly string[]) =>
  lines.map((line, n) => `export class C${n} { #isStopping = false; #running = undefined; async run() { ${line} } }`);

describe('the rules about concurrency written by hand', () => {
  const exceptions = Object.keys(handWrittenAsync);
  const copyOf = (file: string) => `src/planted/copy-${exceptions.indexOf(file)}.ts`;
  const planted = new Map([
    ['src/planted/forbidden.ts', asMethods(FORBIDDEN)],
    ['src/planted/permitted.ts', asMethods(PERMITTED)],
    ['src/async/planted.ts', asMethods(FORBIDDEN)],
    ...exceptions.map((file) => [copyOf(file), readFileSync(join(root, file), 'utf8').split('\n')] as const),
  ]);
  let folder: string;
  let flagged: ReadonlyMap<string, readonly string[]>;
  before(async () => {
    folder = await plant(planted);
    flagged = await lintedLines(folder, planted);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const isFlagged = (place: string) => flagged.get(place)?.some((code) => code.startsWith('async(')) ?? false;

  it('flag each way to write it', () => {
    assert.deepEqual(
      FORBIDDEN.filter((_, n) => !isFlagged(`src/planted/forbidden.ts:${n + 1}`)),
      [],
    );
  });

  it('leave bounded loops and other values alone, and the folder of these parts', () => {
    assert.deepEqual(
      PERMITTED.filter((_, n) => isFlagged(`src/planted/permitted.ts:${n + 1}`)),
      [],
    );
    assert.deepEqual(
      FORBIDDEN.filter((_, n) => isFlagged(`src/async/planted.ts:${n + 1}`)),
      [],
    );
  });

  it('have no exception that is not needed', () => {
    const isNeeded = (file: string) =>
      [...flagged.keys()].some((place) => place.startsWith(`${copyOf(file)}:`) && isFlagged(place));
    assert.deepEqual(
      exceptions.filter((file) => !isNeeded(file)),
      [],
      'see lint/hand-written-async.ts',
    );
  });
});
