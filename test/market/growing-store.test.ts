import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GrowingStore } from '../../src/market/growing-store.ts';

describe('a store that grows', () => {
  it('looks at its tables each time that the records that were added have doubled', async () => {
    const looks: number[] = [];
    let added = 0;
    const store = new GrowingStore(async () => looks.push(added));
    for (let load = 0; load < 100; load += 1) {
      added += 500;
      await store.add(500);
    }
    assert.deepEqual(looks, [2_000, 4_000, 8_000, 16_000, 32_000]);
  });

  it('keeps what was added when a look fails, and looks again later', async () => {
    let looks = 0;
    const store = new GrowingStore(async () => {
      looks += 1;
      throw new Error('canceling statement due to statement timeout');
    });
    await store.grownTo(2_000);
    await store.grownTo(3_000);
    assert.equal(looks, 1);
    await store.grownTo(4_000);
    assert.equal(looks, 2);
  });
});
