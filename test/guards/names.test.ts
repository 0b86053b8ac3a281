import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..', '..');

const exported = /^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;

/** The names that more than one of these files exports. */
function repeatedNames(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [file, text] of texts)
    for (const name of new Set([...text.matchAll(exported)].map(([, name = '']) => name)))
      files.set(name, [...(files.get(name) ?? []), file]);
  return new Map([...files].filter(([, all]) => all.length > 1));
}

describe('a name of src/', () => {
  const texts = new Map(
    globSync('src/**/*.ts', { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );

  it('is exported by one file: it has one meaning', () => {
    assert.ok(texts.size > 500);
    assert.deepEqual([...repeatedNames(texts)], []);
  });

  it('is found in each form of an export', () => {
    const first =
      'export type A = 1;\nexport const b = 1;\nexport async function c() {}\nexport class D {}\nconst e = 1;\n';
    const second =
      'export const A = 1;\nexport function b() {}\nexport function* c() {}\nexport interface D {}\nexport const e = 1;\n';
    assert.deepEqual(
      [
        ...repeatedNames(
          new Map([
            ['1.ts', first],
            ['2.ts', second],
          ]),
        ).keys(),
      ],
      ['A', 'b', 'c', 'D'],
    );
  });

  it('has the milliseconds of a day: DAY_MS of domain/duration.ts, and no other', () => {
    const day = /\b86_?400_?000\b|\b24 \* 3_?600_?000\b|\b24 \* 60 \* 60\b/;
    for (const text of ['86_400_000', '24 * 3_600_000', '24 * 60 * 60 * 1000']) assert.match(text, day);
    const files = [...texts].filter(([file, text]) => !file.startsWith('src/migrations/') && day.test(text));
    assert.deepEqual(
      files.map(([file]) => file),
      [],
    );
  });
});
