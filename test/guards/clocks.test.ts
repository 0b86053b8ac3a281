// run: without coverage

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { wallClockFiles } from '../../lint/wall-clock.ts';

const root = join(import.meta.dirname, '..', '..');

/** Reads the time of day. oxlint flags `Date.now`; it cannot see `new Date()`. */
const wallClock = /\bDate\.now\b|\bnew\s+Date\b(?!\s*\(\s*[^\s)])|(?<!new\s+)\bDate\s*\(\s*\)|\bTemporal\.Now\b/;

describe('the list of files that may read the time of day', () => {
  it('has every file of src/ that does, and no other', () => {
    const readers = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
      wallClock.test(readFileSync(join(root, file), 'utf8')),
    );
    assert.ok(readers.length > 5);
    assert.deepEqual(readers.sort(), Object.keys(wallClockFiles).sort(), 'see lint/wall-clock.ts');
  });

  it('is checked with an expression that finds each way to read it', () => {
    for (const line of ['Date.now()', 'now = Date.now', 'new Date()', 'new Date', 'Date()', 'Temporal.Now.instant()'])
      assert.match(line, wallClock);
    for (const line of ['new Date(ms)', 'performance.now()', 'Date.UTC(2026)']) assert.doesNotMatch(line, wallClock);
  });
});
