// run: without coverage

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const root = new URL('../../', import.meta.url);
const patterns = [
  'console/**/*.ts',
  'src/domain/notifications/texts/*.ts',
  'src/receiver/*.ts',
  'src/http/routes/**/*.ts',
];
const documents = ['README.md', 'sdk/README.md', 'docs/*.md', 'openapi.json'];

/** Other words for the net of a sale, and a state that is not true beside a price that wins. */
const wrong: readonly RegExp[] = [
  /\b(?:leaves?|left|keeps?|kept)\b[^.\n]{0,50}\bafter fees/i,
  /\byou keep\b[^.\n]{0,30}\b(?:sale|fees)/i,
  /\bleft for you\b|\bwhat a (?:sale|price) leaves\b/i,
  /['">`](?:Cannot|Can) win\b/i,
  /\boffers? (?:of yours )?can(?:not)? win the buy box(?! at any price)/i,
];

describe('words', () => {
  it('for the net of a sale and for an offer that fails a gate are the same everywhere', () => {
    const files = globSync([...patterns, ...documents], { cwd: root });
    assert.ok(files.length > 200);
    const found = files.flatMap((file) => {
      const text = readFileSync(new URL(file, root), 'utf8');
      return wrong.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).map((words) => `${file}: ${words}`);
    });
    assert.deepEqual(found, []);
  });
});
