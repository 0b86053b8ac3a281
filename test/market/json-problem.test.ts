// run: without coverage

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { jsonProblem } from '../../src/market/record-text/json-problem.ts';
import { scaled } from '../harness/scale.ts';

describe('the problem of a JSON text', () => {
  for (const [text, problem] of [
    ['{"a": x}', 'column 7: unexpected character'],
    ['{"a" 1}', "column 6: expected ':' after property name"],
    ['{"a":1 "b":2}', "column 8: expected ',' or '}' after property value"],
    ['{"a":1,}', 'column 8: expected double-quoted property name'],
    ["{'a':1}", "column 2: expected property name or '}'"],
    ['[1 2]', "column 4: expected ',' or ']' after array element"],
    ['[1,]', 'column 4: unexpected character'],
    ['[1}', "column 3: expected ',' or ']' after array element"],
    ['{"a":[}', 'column 7: unexpected character'],
    ['{} {}', 'column 4: unexpected non-whitespace character after JSON'],
    ['{"a":01}', 'column 7: unexpected number'],
    ['{"a":NaN}', 'column 6: unexpected character'],
    ['NaN', 'column 1: unexpected character'],
    ['undefined', 'column 1: unexpected character'],
    ['{"a":"x}', 'column 9: unterminated string'],
    ['{"a":"\t"}', 'column 7: bad control character in string literal'],
    ['{"a":"\\x"}', 'column 8: bad escaped character'],
    ['{"a":1', "column 7: expected ',' or '}' after property value"],
    ['{"a":', 'column 6: unexpected end'],
    ['', 'column 1: unexpected end'],
  ] as const) {
    test(text, () => assert.equal(jsonProblem(text), `not JSON: ${problem}`));
  }

  test('has a position counted from the beginning of the record', () => {
    assert.equal(jsonProblem('{x}', 7, 100), "not JSON: column 101: expected property name or '}'");
    assert.equal(
      jsonProblem('{\n  "a": 1,\n  x\n}', 7, 100),
      'not JSON: line 9, column 3: expected double-quoted property name',
    );
    assert.equal(jsonProblem('[\n  1,\n  x\n]', 7, 100), 'not JSON: line 9, column 3: unexpected character');
    assert.equal(jsonProblem('{\n\n', 7, 100), "not JSON: line 9, column 1: expected property name or '}'");
  });

  test('is found behind a million brackets without a stack overflow', () => {
    assert.equal(jsonProblem('['.repeat(1_000_000)), 'not JSON: column 1000001: unexpected end');
  });

  test('has no position in a long text where the parser names none', () => {
    const filler = '1,'.repeat(10_000);
    assert.equal(jsonProblem(`[${filler}x]`), 'not JSON: unexpected character');
    assert.equal(jsonProblem(`[${filler}1 2]`), "not JSON: column 20004: expected ',' or ']' after array element");
  });

  test('property: is at the first character that JSON cannot have there', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 3 }, fc.constantFrom(true, false, null), fc.double(), fc.array(tie('tree'))),
    }));
    const broken = fc
      .tuple(
        tree.map((value) => JSON.stringify([value, 7])),
        fc.nat(),
      )
      .map(([json, place]) => {
        const at = place % (json.length + 1);
        return { at, text: `${json.slice(0, at)}@${json.slice(at)}` };
      });
    fc.assert(
      fc.property(broken, ({ at, text }) => {
        assert.match(jsonProblem(text), new RegExp(`^not JSON: column ${at + 1}: `), text);
      }),
      { numRuns: scaled(1000, 5000) },
    );
  });

  test('property: is found exactly when JSON.parse fails, and quotes nothing of the text', () => {
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
      'SECRET',
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
          assert.match(problem, /^not JSON(?:: (?:line \d+, )?column \d+: [a-z][a-zJSONU ,:'{}[\]-]+)?$/);
          assert.doesNotMatch(problem, /SECRET|é/);
        },
      ),
      { numRuns: scaled(1500, 5000) },
    );
  });
});
