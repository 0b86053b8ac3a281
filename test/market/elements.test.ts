// run: without coverage

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ElementSplitter } from '../../src/market/record-text/elements.ts';
import type { RecordText } from '../../src/market/record-text/lines.ts';
import { scaled } from '../harness/scale.ts';
import { anyCuts, bytesOf, cutAt, piecesOf } from './bytes.ts';

const MIB = 1024 * 1024;

function split(pieces: readonly Uint8Array[]): RecordText[] {
  const splitter = new ElementSplitter();
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
}

/** As `17:3 text` or `17! problem`; the same however it is cut. */
function elements(...parts: Parameters<typeof bytesOf>): string[] {
  const bytes = bytesOf(...parts);
  const whole = split([bytes]);
  assert.deepEqual(split(piecesOf(bytes, 1)), whole);
  return whole.map((one) => ('text' in one ? `${one.line}:${one.column} ${one.text}` : `${one.line}! ${one.problem}`));
}

describe('splitting a JSON array', () => {
  test('elements of every kind have the line and column at which they begin', () => {
    assert.deepEqual(elements('[]'), []);
    assert.deepEqual(elements(' [ ] \n'), []);
    assert.deepEqual(elements('[{"a":[1,{}]},\n  2 , "x,]",\r\n\ttrue,[]\n]'), [
      '1:2 {"a":[1,{}]}',
      '2:3 2',
      '2:7 "x,]"',
      '3:2 true',
      '3:7 []',
    ]);
    assert.deepEqual(elements('[{\n"a":\n1\n},\n{"b":2}]'), ['1:2 {\n"a":\n1\n}', '5:1 {"b":2}']);
  });

  test('brackets, quotes and backslashes inside strings do not count', () => {
    const value = { 'a"]': '}{[\\', b: '\\"', c: 'é😀\\' };
    const text = JSON.stringify(value);
    assert.deepEqual(elements(`[${text},${text}]`), [`1:2 ${text}`, `1:${3 + Buffer.byteLength(text)} ${text}`]);
  });

  test('anything but one array is a problem', () => {
    assert.deepEqual(elements('\n {"a":1}'), ['2! column 2: a JSON array must begin with "["']);
    assert.deepEqual(elements('[1]\n[2]\n[3]'), ['1:2 1', '2! column 1: nothing may follow the "]" of the array']);
  });

  test('missing and extra commas are problems', () => {
    assert.deepEqual(elements('[{}\n{"a":1}\n,3]'), [
      '1:2 {}',
      '2! column 1: expected a comma before this element',
      '3:2 3',
    ]);
    assert.deepEqual(elements('[,1]'), ['1! column 2: expected an element before the comma', '1:3 1']);
    assert.deepEqual(elements('[1,,2]'), ['1:2 1', '1! column 4: expected an element before the comma', '1:5 2']);
    assert.deepEqual(elements('[1,\n]'), ['1:2 1', '2! column 1: expected an element after the comma']);
  });

  test('an input that ends too early is a problem', () => {
    assert.deepEqual(elements('[1,\n{"a":\n'), ['1:2 1', '2! the input ends inside this element']);
    for (const text of ['[\n', '[1\n', '[1,\n']) {
      assert.equal(elements(text).at(-1), '2! the input ends before the "]" of the array');
    }
  });

  test('an unclosed string ends with its line, and the elements after it are kept', () => {
    assert.deepEqual(elements('[\n{"a":"x\n},\n{"b":2}\n]'), ['2:1 {"a":"x\n}', '4:1 {"b":2}']);
  });

  test('invalid UTF-8 affects only its element', () => {
    assert.deepEqual(elements('[1,\n"', [0xff], '",3]'), ['1:2 1', '2! not UTF-8 text: byte 2', '2:5 3']);
  });

  test('an element of 200 MB in chunks is dropped while it arrives, and its neighbours are kept', () => {
    const splitter = new ElementSplitter();
    const piece = bytesOf('y'.repeat(65_536));
    const found = splitter.push(bytesOf('[1,\n{"a":"'));
    const startBytes = process.memoryUsage().arrayBuffers;
    for (let at = 0; at < 3200; at++) found.push(...splitter.push(piece));
    const grownBytes = process.memoryUsage().arrayBuffers - startBytes;
    found.push(...splitter.push(bytesOf('"},\n3]')), ...splitter.end());
    assert.deepEqual(found, [
      { line: 1, column: 2, text: '1' },
      { line: 2, problem: 'longer than 1 MiB (1048576 bytes)' },
      { line: 3, column: 1, text: '3' },
    ]);
    assert.ok(grownBytes < 8 * MIB, `held ${grownBytes} bytes`);
  });

  test('an element has at most 1 MiB, wherever the input is cut', () => {
    for (const length of [MIB, MIB + 1]) {
      const bytes = bytesOf('[', `"${'x'.repeat(length - 2)}"`, ',2]');
      for (const pieces of [[bytes], piecesOf(bytes, 65_536), cutAt(bytes, [1, MIB, MIB + 1, MIB + 2])]) {
        const [first, second] = split(pieces);
        assert.equal(first && 'text' in first, length === MIB);
        assert.equal(second && 'text' in second && second.text, '2');
      }
    }
  });

  test('property: the elements are those of JSON.parse, wherever the input is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(3), anyCuts, (value, indent, cuts) => {
        const bytes = bytesOf(JSON.stringify(value, null, indent));
        const found = split(cutAt(bytes, cuts));
        assert.deepEqual(found, split([bytes]));
        assert.deepEqual(
          found.map((one) => ('text' in one ? JSON.parse(one.text) : one)),
          JSON.parse(JSON.stringify(value)),
        );
      }),
      { numRuns: scaled(300, 1000) },
    );
  });

  test('property: garbage gives the same elements and problems, wherever the input is cut', () => {
    const part = fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', '\n', ' ', '1', 'é', '{"a":1}', '😀');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), anyCuts, (parts, cuts) => {
        const bytes = bytesOf('[', ...parts);
        const whole = split([bytes]);
        assert.deepEqual(split(cutAt(bytes, cuts)), whole);
        // A problem unless it is JSON, and only then.
        const isRight = whole.every((one) => 'text' in one && isJson(one.text));
        assert.equal(isRight, isJson(Buffer.from(bytes).toString()));
      }),
      { numRuns: scaled(1000, 3000) },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
