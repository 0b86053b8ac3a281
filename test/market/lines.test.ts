import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LineSplitter, type RecordText, type Splitter } from '../../src/market/record-text/lines.ts';
import { recordSplitter } from '../../src/market/record-text/splitter.ts';
import { anyCharacter } from '../harness/any-character.ts';
import { anyCuts, bytesOf, cutAt, piecesOf } from './bytes.ts';

const MIB = 1024 * 1024;
const BOM = [0xef, 0xbb, 0xbf];
const TOO_LONG = 'longer than 1 MiB (1048576 bytes)';

function split(splitter: Splitter, pieces: readonly Uint8Array[]): RecordText[] {
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
}

/** As `17 text` or `17! problem`, which fails readably. */
function lines(...parts: Parameters<typeof bytesOf>): string[] {
  return split(new LineSplitter(), [bytesOf(...parts)]).map(shown);
}

function shown(record: RecordText): string {
  return 'text' in record ? `${record.line} ${record.text}` : `${record.line}! ${record.problem}`;
}

describe('splitting lines', () => {
  test('lines end with LF or CRLF, the last one with or without', () => {
    assert.deepEqual(lines('a\nb\r\nc'), ['1 a', '2 b', '3 c']);
    assert.deepEqual(lines('a\nb\n'), ['1 a', '2 b']);
    assert.deepEqual(lines('a\r\nb\r\n'), ['1 a', '2 b']);
    assert.deepEqual(lines(''), []);
  });

  test('blank lines are counted and skipped', () => {
    assert.deepEqual(lines('\n\r\na\n \t\n\n b \n\n'), ['3 a', '6  b ']);
  });

  test('a BOM at the start is ignored, one anywhere else is text', () => {
    assert.deepEqual(lines(BOM, 'a\nb'), ['1 a', '2 b']);
    assert.deepEqual(lines(BOM, 'a'), ['1 a']);
    assert.deepEqual(lines(BOM, BOM, 'a\n', BOM, 'b\n'), ['1 \ufeffa', '2 \ufeffb']);
    assert.deepEqual(lines(BOM, BOM, 'a\n', [0xff], '\n'), ['1 \ufeffa', '2! not UTF-8 text: byte 1']);
  });

  test('invalid UTF-8 affects only its line', () => {
    assert.deepEqual(lines('good\n{"name":"caf', [0xe9], '"}\nalso good\n'), [
      '1 good',
      '2! not UTF-8 text: byte 13',
      '3 also good',
    ]);
    assert.deepEqual(lines('€', [0xe2, 0x82], '\nok'), ['1! not UTF-8 text: byte 4', '2 ok']);
    // A surrogate, an overlong form, and the replacement character itself, which is fine.
    assert.deepEqual(lines('a', [0xed, 0xa0, 0x80]), ['1! not UTF-8 text: byte 2']);
    assert.deepEqual(lines([0xc0, 0xaf]), ['1! not UTF-8 text: byte 1']);
    assert.deepEqual(lines('\ufffd', [0xff]), ['1! not UTF-8 text: byte 4']);
    assert.deepEqual(lines('\ufffd'), ['1 \ufffd']);
  });

  test('a line has at most 1 MiB without line end and BOM, wherever the input is cut', () => {
    for (const [head, tail] of [
      [[], '\n'],
      [[], '\r\n'],
      [BOM, '\r\n'],
      [BOM, ''],
    ] as const) {
      for (const [length, isRight] of [
        [MIB, true],
        [MIB + 1, false],
        [MIB + 5, false],
      ] as const) {
        const bytes = bytesOf(head, 'x'.repeat(length), tail);
        for (const pieces of [[bytes], piecesOf(bytes, 65_536), cutAt(bytes, [2, MIB, MIB + 1, MIB + 3, MIB + 4])]) {
          const [first, more] = split(new LineSplitter(), pieces);
          assert.equal(more, undefined);
          if (isRight) assert.equal(first && 'text' in first && first.text.length, MIB);
          else assert.deepEqual(first, { line: 1, problem: TOO_LONG });
        }
      }
    }
  });

  test('a line of 200 MB in chunks is dropped while it arrives, and its neighbours are kept', () => {
    const splitter = new LineSplitter();
    const piece = bytesOf('y'.repeat(65_536));
    const found = splitter.push(bytesOf('before\n'));
    const startBytes = process.memoryUsage().arrayBuffers;
    let maxBytes = 0;
    for (let at = 0; at < 3200; at++) {
      found.push(...splitter.push(piece));
      maxBytes = Math.max(maxBytes, process.memoryUsage().arrayBuffers - startBytes);
    }
    found.push(...splitter.push(bytesOf('\nafter')), ...splitter.end());
    assert.deepEqual(found.map(shown), ['1 before', `2! ${TOO_LONG}`, '3 after']);
    assert.ok(maxBytes < 8 * MIB, `held ${maxBytes} bytes`);
  });

  test('a line that arrives byte by byte is held in one buffer', () => {
    const splitter = new LineSplitter();
    const startBytes = process.memoryUsage().heapUsed;
    const one = bytesOf('z');
    for (let at = 0; at < 900_000; at++) splitter.push(one);
    const grownBytes = process.memoryUsage().heapUsed - startBytes;
    assert.ok(grownBytes < 60 * MIB, `grew by ${grownBytes} bytes`);
    assert.equal(splitter.end().length, 1);
  });

  test('property: where the input is cut makes no difference', () => {
    const part = fc.oneof(
      fc.constantFrom<(string | number[])[]>(
        '\n',
        '\r\n',
        '\r',
        ' ',
        '',
        '{"a":1}',
        'é',
        '€uro',
        '😀',
        BOM,
        [0xff],
        [0xe2],
      ),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), anyCuts, fc.boolean(), (parts, cuts, isRaw) => {
        const bytes = bytesOf(...parts);
        const whole = split(new LineSplitter({ isRaw }), [bytes]);
        assert.deepEqual(split(new LineSplitter({ isRaw }), cutAt(bytes, cuts)), whole);
        assert.deepEqual(split(new LineSplitter({ isRaw }), piecesOf(bytes, 1)), whole);
        // The lines are those that anyone would see.
        const seen = whole.filter((one) => 'text' in one);
        const all = Buffer.from(bytes)
          .toString()
          .replace(/^\ufeff/, '')
          .split('\n');
        for (const { line, text } of seen)
          assert.equal(isRaw ? text : text + (all[line - 1]?.endsWith('\r') ? '\r' : ''), all[line - 1]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the form of JSON input', () => {
  const either = (...parts: Parameters<typeof bytesOf>) => {
    const bytes = bytesOf(...parts);
    const whole = split(recordSplitter(), [bytes]);
    assert.deepEqual(split(recordSplitter(), piecesOf(bytes, 1)), whole);
    return whole.map(shown);
  };

  test('is decided by the first byte that is not blank', () => {
    assert.deepEqual(either('{"a":1}\n[2]'), ['1 {"a":1}', '2 [2]']);
    assert.deepEqual(either('[{"a":1},\n[2]]'), ['1 {"a":1}', '2 [2]']);
    assert.deepEqual(either(BOM, '[1]'), ['1 1']);
    assert.deepEqual(either(BOM, '1'), ['1 1']);
    assert.deepEqual(either('\n \r\n [\n1]'), ['4 1']);
    assert.deepEqual(either('\n\n{}'), ['3 {}']);
    assert.deepEqual(either(' \n\n'), []);
  });
});
