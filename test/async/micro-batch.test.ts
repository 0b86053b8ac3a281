import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MicroBatch } from '../../src/async/micro-batch.ts';

/** Doubles numbers, at most three at once. Notes the batches. */
function doubling(before: (batch: readonly number[]) => void | Promise<void> = () => undefined, maxSize = 3) {
  const batches: number[][] = [];
  let idles = 0;
  const batch = new MicroBatch<number, number>({
    async run(inputs) {
      batches.push([...inputs]);
      await before(inputs);
      return inputs.map((input) => input * 2);
    },
    gather: async () => undefined,
    sizeOf: ({ length }) => Math.min(length, maxSize),
    concernsAll: (error) => String(error).includes('down'),
    onIdle: () => {
      idles += 1;
    },
  });
  return { batch, batches, idles: () => idles };
}

describe('a micro-batch', () => {
  it('runs what comes together in batches, and gives each caller its own result', async () => {
    const { batch, batches, idles } = doubling();
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map((n) => batch.add(n))), [2, 4, 6, 8]);
    assert.deepEqual(batches, [[1, 2, 3], [4]]);
    assert.equal(batch.isBusy, true, 'until the last result has been given');
    await batch.idle();
    assert.deepEqual([batch.isBusy, idles()], [false, 1]);
  });

  it('makes the next batch of what comes while one runs', async () => {
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { batch, batches } = doubling(() => {
      begun.resolve();
      return held.promise;
    });
    const first = batch.add(1);
    await begun.promise;
    const later = [batch.add(2), batch.add(3)];
    assert.deepEqual(batches, [[1]]);
    held.resolve();
    assert.deepEqual(await Promise.all([first, ...later]), [2, 4, 6]);
    assert.deepEqual(batches, [[1], [2, 3]]);
  });

  it('leaves no input behind that comes at the moment when the last batch ends', async () => {
    for (let hops = 0; hops < 20; hops += 1) {
      const second = Promise.withResolvers<number>();
      const later = async () => {
        for (let n = 0; n < hops; n += 1) await Promise.resolve();
        second.resolve(batch.add(2));
      };
      const { batch } = doubling(([first]) => {
        if (first === 1) void later();
      });
      assert.deepEqual([await batch.add(1), await second.promise], [2, 4], `${hops} steps later`);
    }
  });

  it('gives all others their results when one input fails, in the order of the inputs', async () => {
    const done: number[] = [];
    const { batch } = doubling((inputs) => {
      if (inputs.includes(5)) throw new Error('5 is bad');
      done.push(...inputs);
    }, 8);
    const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((n) => batch.add(n)));
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
      [2, 4, 6, 8, 'Error: 5 is bad', 12, 14, 16],
    );
    assert.deepEqual(done, [1, 2, 3, 4, 6, 7, 8]);
  });

  it('gives a failure that concerns all to all, after one run', async () => {
    const { batch, batches } = doubling(() => {
      throw new Error('down');
    });
    const results = await Promise.allSettled([batch.add(1), batch.add(2)]);
    assert.ok(results.every(({ status }) => status === 'rejected'));
    assert.deepEqual(batches, [[1, 2]]);
    await batch.idle();
  });

  it('waits for more inputs before each batch', async () => {
    const gathered: number[] = [];
    const more = Promise.withResolvers<void>();
    const batches: number[][] = [];
    const batch = new MicroBatch<number, number>({
      run: async (inputs) => {
        batches.push([...inputs]);
        return inputs;
      },
      gather: async (waiting) => {
        gathered.push(waiting.length);
        await more.promise;
      },
      sizeOf: ({ length }) => length,
      concernsAll: () => true,
    });
    const results = [batch.add(1), batch.add(2)];
    more.resolve();
    assert.deepEqual(await Promise.all(results), [1, 2]);
    assert.deepEqual([gathered, batches], [[1], [[1, 2]]]);
  });
});
