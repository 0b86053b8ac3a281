// run: without coverage

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readSource } from '../../src/cli/import/record-source.ts';
import type { SourceLine } from '../../src/cli/import/source-reader.ts';
import { isTorture, scaled } from '../harness/scale.ts';
import { anyCuts, bytesOf, cutAt, flat, piecesOf, streamOf } from '../market/bytes.ts';
import { type PlainLine, plain } from './source-lines.ts';

const MIB = 1024 * 1024;

async function read(pieces: Iterable<Uint8Array>, name = 'records.jsonl'): Promise<PlainLine[]> {
  return plain(await flat(readSource(streamOf(pieces), { name })));
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ n: index + 1 }));
const asLines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const valuesOf = (found: readonly PlainLine[]) => found.map((one) => ('value' in one ? one.value : one));

describe('reading JSON', () => {
  test('takes JSON lines, and the same records as an array', async () => {
    assert.deepEqual(await read([bytesOf('{"a":1}\n\n{"b":2}')]), [
      { line: 1, value: { a: 1 } },
      { line: 3, value: { b: 2 } },
    ]);
    assert.deepEqual(await read([bytesOf('[\n{"a":1},\n\n{"b":2}]')]), [
      { line: 2, value: { a: 1 } },
      { line: 4, value: { b: 2 } },
    ]);
  });

  test('reports an invalid line with its column, and keeps the others', async () => {
    const found = await read([
      bytesOf('{"a":1}\n{"a":oops, "secret": "do not show"}\n', [0x22, 0xff, 0x22], '\n{"b":2}\n'),
    ]);
    assert.deepEqual(found, [
      { line: 1, value: { a: 1 } },
      { line: 2, field: '', reason: 'not JSON: column 6: unexpected character' },
      { line: 3, field: '', reason: 'not UTF-8 text: byte 2' },
      { line: 4, value: { b: 2 } },
    ]);
  });

  test('reports an invalid element of several lines with the line inside it', async () => {
    assert.deepEqual(await read([bytesOf('[{"a":1},\n{\n  "b": x\n},\n{"c":3}]')]), [
      { line: 1, value: { a: 1 } },
      { line: 2, field: '', reason: 'not JSON: line 3, column 8: unexpected character' },
      { line: 5, value: { c: 3 } },
    ]);
  });

  test('takes a file of only whitespace for an empty one', async () => {
    for (const text of ['', '\n', ' \r\n\t', '\ufeff', '\n'.repeat(3 * MIB)]) {
      assert.deepEqual(await read(piecesOf(bytesOf(text), 65_536)), []);
    }
  });

  test('throws what the input throws, after the records before it', async () => {
    async function* broken() {
      yield bytesOf('{"a":1}\n{"b"');
      throw new Error('disk on fire');
    }
    const found: SourceLine[] = [];
    await assert.rejects(async () => {
      for await (const batch of readSource(broken(), { name: 'x' })) found.push(...batch);
    }, /disk on fire/);
    assert.deepEqual(found, [{ line: 1, value: { a: 1 }, text: '{"a":1}' }]);
  });

  test('closes the input when the caller stops early', async () => {
    for (const pack of [(bytes: Uint8Array) => bytes, (bytes: Uint8Array) => gzipSync(bytes)]) {
      let isClosed = false;
      async function* endless() {
        try {
          for (;;) yield pack(bytesOf('{"a":1}\n'));
        } finally {
          isClosed = true;
        }
      }
      for await (const batch of readSource(endless(), { name: 'x' })) if (batch.length > 0) break;
      assert.ok(isClosed);
    }
  });
});

describe('reading gzip', () => {
  const values = numbered(2000);
  const packed = gzipSync(asLines(values));

  test('recognizes it by its first bytes, whatever the file name and the chunks', async () => {
    assert.deepEqual(valuesOf(await read([packed])), values);
    assert.deepEqual(valuesOf(await read(piecesOf(packed, 1))), values);
  });

  test('accepts several members, wherever the input is split into chunks', async () => {
    const parts = [numbered(300), numbered(2), [], numbered(40)];
    const members = bytesOf(...parts.map((part) => gzipSync(asLines(part))));
    for (const pieces of [[members], piecesOf(members, 1), piecesOf(members, 100)]) {
      assert.deepEqual(valuesOf(await read(pieces)), parts.flat());
    }
  });

  test('that is truncated gives the complete lines, then the line after which it ends', async () => {
    const half = packed.subarray(0, Math.floor(packed.length / 2));
    for (const pieces of [[half], piecesOf(half, 1000), piecesOf(half, 1)]) {
      const found = await read(pieces);
      const last = found.pop();
      assert.ok(found.length > 600);
      assert.deepEqual(valuesOf(found), values.slice(0, found.length));
      const line = found.length + 1;
      const reason = `the gzip data is truncated after line ${found.length}: the rest cannot be read`;
      assert.deepEqual(last, { line, field: '', reason });
    }
    assert.deepEqual(await read([packed.subarray(0, 12)]), [
      { line: 1, field: '', reason: 'the gzip data is truncated in line 1: the rest cannot be read' },
    ]);
  });

  test('that lacks its last byte gives all lines, then the problem', async () => {
    const found = await read([packed.subarray(0, -1)]);
    assert.deepEqual(valuesOf(found.slice(0, -1)), values);
    assert.match(JSON.stringify(found.at(-1)), /the gzip data is truncated after line 2000/);
  });

  test('that is truncated in CSV drops the incomplete row: it may hold half a number', async () => {
    const bytes = gzipSync('kind,marketplaceId,listingPrice\noffer,M,12.99\noffer,M,12.99', { level: 0 });
    // Level 0 stores the text uncompressed. This cuts the checksum of 8 bytes and the last digit.
    const found = await read([bytes.subarray(0, -9)], 'x.csv');
    assert.deepEqual(found, [
      { line: 2, value: { kind: 'offer', marketplaceId: 'M', listingPrice: '12.99' } },
      { line: 3, field: '', reason: 'the gzip data is truncated after line 2: the rest cannot be read' },
    ]);
  });

  test('that is damaged in the middle gives the lines before the damage', async () => {
    const noise = Array.from({ length: 20_000 }, (_, n) => ({ n, noise: hash('sha256', `${n}`) }));
    const damaged = Buffer.from(gzipSync(asLines(noise)));
    const middle = Math.floor(damaged.length / 2);
    damaged.fill(0xff, middle, middle + 64);
    const found = await read(piecesOf(damaged, 65_536));
    const last = found.pop();
    assert.match(JSON.stringify(last), /the gzip data is damaged \(.+\) after line \d+: the rest cannot be read/);
    assert.ok(found.length > 8000, `only ${found.length} lines`);
    assert.deepEqual(valuesOf(found.slice(0, 8000)), noise.slice(0, 8000));
  });

  test('reports a wrong checksum at the end', async () => {
    const wrong = Buffer.from(packed);
    wrong.writeUInt32LE(1, wrong.length - 8);
    assert.match(JSON.stringify((await read([wrong])).at(-1)), /the gzip data is damaged \(incorrect data check\)/);
  });

  test('ignores zeros after the end, which tapes and some disks add', async () => {
    assert.deepEqual(valuesOf(await read([bytesOf(packed, new Uint8Array(512))])), values);
  });

  test('property: plain or gzipped, the result does not depend on the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { minLength: 1 }),
        anyCuts,
        fc.boolean(),
        async (some, cuts, isArray) => {
          const records = some.map((value) => ({ value }));
          const bytes = bytesOf(isArray ? JSON.stringify(records, null, 1) : asLines(records));
          const whole = await read([bytes]);
          assert.deepEqual(valuesOf(whole), JSON.parse(JSON.stringify(records)));
          assert.deepEqual(await read(cutAt(bytes, cuts)), whole);
          assert.deepEqual(await read(cutAt(gzipSync(bytes), cuts)), whole);
        },
      ),
      { numRuns: 100 },
    );
  });
});

const RECORDS = scaled(210_000, 600_000);
/** Less than the records themselves. */
const MAX_GROWTH = 60 * MIB;
/** A small heap: otherwise garbage counts, too, and V8 gives the young generation more space the longer a program runs. */
const SMALL_HEAP = ['--max-old-space-size=40', '--max-semi-space-size=1'];

describe('the memory of a reader', { concurrency: true }, () => {
  const program = fileURLToPath(new URL('./measure-read-memory.ts', import.meta.url));

  // In a separate process: in this one the garbage of other tests would count, too.
  for (const format of isTorture ? ['lines', 'array', 'csv', 'gz'] : ['array']) {
    test(`stays flat over ${RECORDS} records of 440 bytes: ${format}`, async () => {
      // Without coverage, which makes these loops several times slower.
      const env = { ...process.env, NODE_V8_COVERAGE: '' };
      const args = [...SMALL_HEAP, program, format, String(RECORDS)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env });
      const { records, grownBytes } = JSON.parse(stdout) as { records: number; grownBytes: number };
      assert.equal(records, RECORDS);
      assert.ok(grownBytes < MAX_GROWTH, `grew by ${grownBytes} bytes`);
    });
  }
});
