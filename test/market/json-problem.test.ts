import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { jsonProblem } from '../../src/market/record-text/json-problem.ts';
import { scaled } from '../harness/scale.ts';

describe('the problem of a JSON text', () => {
  for (const [text, problem] of [
    ['{"a": x}', 'column 7: expected a value'],
    ['{"a" 1}', 'column 6: expected ":"'],
    ['{"a":1 "b":2}', 'column 8: expected "," or "}"'],
    ['{"a":1,}', 'column 8: expected a name in quotes'],
    ["{'a':1}", 'column 2: expected a name in quotes or "}"'],
    ['[1 2]', 'column 4: expected "," or "]"'],
    ['[1,]', 'column 4: expected a value'],
    ['[1}', 'column 3: expected "," or "]"'],
    ['{"a":[}', 'column 7: expected a value or "]"'],
    ['{} {}', 'column 4: expected nothing more'],
    ['{"a":01}', 'column 7: expected "," or "}"'],
    ['{"a":NaN}', 'column 6: expected a value'],
    ['{"a":"x}', 'column 6: a text that is not closed'],
    ['{"a":"\t"}', 'column 7: a line break or control character inside a text'],
    ['{"a":"\\x"}', 'column 7: a backslash that escapes nothing'],
    ['{"a":1', 'column 7: ends too early: expected "," or "}"'],
    ['', 'column 1: ends too early: expected a value'],
  ] as const) {
    test(text, () => assert.equal(jsonProblem(text), `not JSON: ${problem}`));
  }

  test('has a position counted from the beginning of the record', () => {
    assert.equal(jsonProblem('{x}', 7, 100), 'not JSON: column 101: expected a name in quotes or "}"');
    assert.equal(jsonProblem('{\n  "a": 1,\n  x\n}', 7, 100), 'not JSON: line 9, column 3: expected a name in quotes');
    assert.equal(
      jsonProblem('{\n\n', 7, 100),
      'not JSON: line 9, column 1: ends too early: expected a name in quotes or "}"',
    );
  });

  test('is found behind a million brackets without a stack overflow', () => {
    assert.equal(
      jsonProblem('['.repeat(1_000_000)),
      'not JSON: column 1000001: ends too early: expected a value or "]"',
    );
  });

  test('property: is found exactly when JSON.parse fails, and no later in the text', () => {
    const part = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '0',
      '.5',
      'e',
      'null',
      ' ',
      '\n',
      'é',
    );
    const mutated = fc.tuple(fc.json(), fc.nat(), part).map(([json, place, text]) => {
      const at = place % (json.length + 1);
      return json.slice(0, at) + text + json.slice(at + 1);
    });
    fc.assert(
      fc.property(
        fc.oneof(
          mutated,
          fc.array(part).map((parts) => parts.join('')),
        ),
        (text) => {
          let message: string | undefined;
          try {
            JSON.parse(text);
          } catch (error) {
            message = (error as Error).message;
          }
          const problem = jsonProblem(text);
          assert.equal(problem === 'not JSON', message === undefined, `${text}: ${problem}`);
        },
      ),
      { numRuns: scaled(1500, 5000) },
    );
  });
});
