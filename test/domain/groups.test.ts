import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyGroup } from '../../src/db/key-group.ts';
import { ALL_RANGES, groupIn, rangeOf, rangesOf, rowsToRead } from '../../src/domain/groups.ts';

test('a group is the first 12 bits of SHA-256 of the key: these values are in the stores of operators', () => {
  // printf 'STORE_US\0B000000001' | sha256sum
  assert.deepEqual(
    [
      keyGroup('STORE_US', 'B000000001'),
      keyGroup('STORE_US', 'B000000002'),
      keyGroup('STORE_DE', 'B000000001'),
      keyGroup('M1', 'Ärmel-Ω-😀'),
      keyGroup('SELLER-A'),
      keyGroup('SELLER-B'),
      keyGroup(''),
    ],
    [123, 1_756, 1_114, 3_514, 2_013, 2_062, 3_643],
  );
  assert.deepEqual([groupIn(Uint8Array.of(0, 0x0f)), groupIn(Uint8Array.of(0xff, 0xff))], [0, 4_095]);
});

test('sixteen ranges have 256 groups each', () => {
  assert.deepEqual([0, 255, 256, 4_095].map(rangeOf), [0, 0, 1, 15]);
  assert.equal(ALL_RANGES.length, 16);
});

test('ranges are divided evenly between workers, whatever order they are read in', () => {
  for (let count = 1; count <= 20; count += 1) {
    const workers = Array.from({ length: count }, (_, n) => (n * 7_919) % 1_000);
    const shares = workers.map((worker) => rangesOf(worker, workers.toReversed()));
    assert.deepEqual(
      shares.flat().toSorted((a, b) => a - b),
      ALL_RANGES,
    );
    for (const { length } of shares) assert.ok(length >= Math.floor(16 / count) && length <= Math.ceil(16 / count));
  }
  assert.deepEqual(rangesOf(5, [1, 2]), []);
});

test('a worker with few ranges reads more of a queue', () => {
  assert.deepEqual(
    [ALL_RANGES, [1, 2, 3, 4], []].map((ranges) => rowsToRead({ limit: 100, ranges })),
    [100, 400, 1_600],
  );
});
