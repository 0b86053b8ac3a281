import { readFileSync } from 'node:fs';

/**
 * How a test file of the group `inside` runs, where it does not run like most. Its first line says so, and a blank line follows:
 * `// run: mostly waiting`.
 *
 * - `without coverage`: its process does not collect coverage. Counting each executed block makes tight loops up to seven times
 *   slower. Other tests cover the code under this one, or it runs no code of src/.
 * - `mostly waiting`: a test of time-outs and pauses. All of them share one process, which starts first: spread over the other
 *   processes, each would leave a core idle.
 */
export type Mark = (typeof MARKS)[number];
const MARKS = ['without coverage', 'mostly waiting'] as const;

/** What looks like a mark, wherever it stands and however it is spelt. */
const LIKE_A_MARK = /^\s*\/[/*]+\s*@?runs?\s*:/i;

/** The mark of a test file. Throws when there is one that would have no effect. */
export function markOf(file: string, group: string): Mark | undefined {
  const lines = readFileSync(file, 'utf8').split('\n');
  const found = lines.filter((line) => LIKE_A_MARK.test(line));
  if (found.length === 0) return undefined;
  const mark = MARKS.find((one) => lines[0] === `// run: ${one}`);
  if (mark === undefined || found.length > 1) {
    const expected = MARKS.map((one) => `"// run: ${one}"`).join(' or ');
    throw new Error(`${file}: ${found.join(' and ')}: a mark is the first line, once: ${expected}`);
  }
  if (group !== 'inside') throw new Error(`${file}: a mark has no effect in the group ${group}`);
  return mark;
}
