import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Settler } from '../../src/delivery/settler.ts';
import { Fault } from '../../src/domain/fault.ts';
import type { Attempted } from '../../src/notifications/deliveries/delivery-attempt.ts';
import { soon } from './receiver.ts';

/** The settler does not look into an attempt, so its duration can serve as an id. */
const outcome = (id: number) =>
  ({ durationMs: id, claimed: { earlier: [] } as unknown as Attempted['claimed'] }) as Attempted;

function settlerOn(settle: (ids: number[]) => void) {
  const written: number[] = [];
  const batches: number[] = [];
  const failures: unknown[] = [];
  const store = async (batch: readonly Attempted[]) => {
    const ids = batch.map(({ durationMs }) => durationMs);
    settle(ids);
    batches.push(ids.length);
    written.push(...ids);
  };
  const settler = new Settler(store, (error) => failures.push(error));
  return { settler, written, batches, failures };
}

describe('the settler', () => {
  test('stores outcomes that arrive together in batches of at most 200', async () => {
    const { settler, written, batches } = settlerOn(() => undefined);
    for (let id = 0; id < 450; id += 1) settler.add(outcome(id));
    await settler.stop();
    assert.deepEqual(
      written,
      Array.from({ length: 450 }, (_, id) => id),
    );
    assert.deepEqual(batches, [200, 200, 50]);
  });

  test('stores an outcome that arrives at the moment when the last batch ends', async () => {
    for (let hops = 0; hops < 20; hops += 1) {
      const later = async () => {
        for (let n = 0; n < hops; n += 1) await Promise.resolve();
        made.settler.add(outcome(2));
      };
      const made = settlerOn((ids) => {
        if (ids.includes(1)) void later();
      });
      made.settler.add(outcome(1));
      await soon(() => made.written.length > 1, 2_000);
      assert.deepEqual(made.written, [1, 2], `${hops} steps later`);
    }
  });

  test('stores all others when one outcome cannot be stored', async () => {
    const { settler, written, failures } = settlerOn((ids) => {
      if (ids.includes(17)) throw new Error('17 is bad');
    });
    for (let id = 0; id < 100; id += 1) settler.add(outcome(id));
    await settler.stop();
    assert.deepEqual(
      written.sort((a, b) => a - b),
      Array.from({ length: 100 }, (_, id) => id).filter((id) => id !== 17),
    );
    assert.ok(failures.length > 1);
  });

  test('keeps outcomes while the database is unavailable, and stores them when it is back', async () => {
    let isDown = true;
    const { settler, written } = settlerOn(() => {
      if (isDown) throw new Fault('ServiceUnavailable', { message: 'down', details: '' });
    });
    settler.add(outcome(1));
    setTimeout(() => {
      isDown = false;
    }, 100);
    settler.add(outcome(2));
    const deadline = Date.now() + 5_000;
    while (written.length < 2 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(written, [1, 2]);
    await settler.stop();
  });

  test('stops without waiting for an unavailable database: the leases expire', async () => {
    const { settler, written } = settlerOn(() => {
      throw new Fault('ServiceUnavailable', { message: 'down', details: '' });
    });
    settler.add(outcome(1));
    await settler.stop();
    assert.deepEqual(written, []);
  });
});
