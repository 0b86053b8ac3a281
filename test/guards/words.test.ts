import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { privateWords } from '../../lint/word-check.ts';
import { names, sentences } from '../../lint/words.ts';

const root = join(import.meta.dirname, '..', '..');
const programs = '{src,test,bench,lint,console,sdk/src,deploy}/**/*.{ts,css}';
const documents = ['*.md', '{docs,deploy,console,sdk,src,test,bench}/**/*.md'];
/** The list itself, and its planted sentences. Generated code has the texts of openapi.json. The changelog names what was. */
const isExcluded = (path: string) =>
  /node_modules|^sdk\/(?:src\/(?:operator\/)?generated|dist)\/|^CHANGELOG\.md$|^lint\/words\.ts$|^test\/guards\/words\.test\.ts$/.test(
    path,
  );

describe('private words of lint/words.ts', () => {
  it('are in no program, test title, comment or document', () => {
    const paths = globSync([programs, ...documents], { cwd: root, exclude: ['**/node_modules/**'] }).filter(
      (path) => !isExcluded(path),
    );
    assert.ok(paths.length > 1000, String(paths.length));
    const found = paths.flatMap((path) =>
      privateWords(path, readFileSync(join(root, path), 'utf8')).map((problem) => `${path}:${problem}`),
    );
    assert.deepEqual(found, []);
  });

  for (const { pattern, planted } of names)
    it(`${pattern} is found in code, and not in comments`, () => {
      assert.equal(privateWords('a.ts', `first();\n${planted}\n`).filter((one) => one.startsWith('2: ')).length, 1);
      assert.deepEqual(
        privateWords('a.ts', `// x ${planted}\n`).filter((one) => one.includes(pattern.source)),
        [],
      );
    });

  for (const { pattern, planted } of sentences)
    it(`${pattern} is found in comments, test titles and documents`, () => {
      const isFound = (path: string, text: string) => assert.notDeepEqual(privateWords(path, text), [], text);
      isFound('a.ts', `/**\n * ${planted}\n */`);
      isFound('a.ts', `const a = 1; // ${planted}`);
      isFound('a.test.ts', `  it('${planted}', () => {});`);
      isFound('a.md', `# Title\n\n${planted}\n`);
    });
});
