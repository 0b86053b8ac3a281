// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askOutcomes } from '../../console/price-changes/outcomes/ask-outcomes.ts';
import { FollowedReceipts } from '../../console/price-changes/outcomes/followed-receipts.ts';
import { pauseMs } from '../../console/price-changes/outcomes/poll-pause.ts';
import type { PriceChangeReceipt } from '../../sdk/src/index.ts';

const idOf = (n: number) => `pc_${String(n).padStart(6, '0')}`;
const receipt = (n: number, State = 'PENDING') => ({ PriceChangeId: idOf(n), State }) as PriceChangeReceipt;

/** The service: all changes of the seller, and what was asked. */
function service(all: readonly PriceChangeReceipt[]) {
  const newestFirst = all.toSorted((a, b) => (a.PriceChangeId < b.PriceChangeId ? 1 : -1));
  const asked: string[] = [];
  const one = async (id: string) => {
    asked.push(`one ${id}`);
    return newestFirst.find(({ PriceChangeId }) => PriceChangeId === id) ?? receipt(0);
  };
  const page = async ({ after = '~', limit = 25 }: { after?: string; limit?: number }) => {
    asked.push(`after ${after}`);
    return { Receipts: newestFirst.filter(({ PriceChangeId }) => PriceChangeId < after).slice(0, limit) };
  };
  return { asked, one, page };
}

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, n) => n + from);

describe('changes that wait for the operator', () => {
  it('are asked about less and less often, and not for ever', () => {
    const pauses = numbers(60, 0).map((asked) => pauseMs(asked) ?? 0);
    assert.deepEqual(pauses.slice(0, 3), [1_000, 1_500, 2_250]);
    assert.ok(pauses.every((pause, n) => n === 0 || pause >= (pauses[n - 1] ?? 0)));
    const allMs = pauses.reduce((sum, pause) => sum + pause, 0);
    assert.ok(allMs > 900_000 && allMs < 1_800_000, `${allMs} ms`);
    assert.equal(pauseMs(60), undefined);
  });

  it('are asked about by id where one is left, and not at all where none is', async () => {
    const all = service([receipt(1, 'APPLIED'), receipt(2, 'REJECTED')]);
    assert.deepEqual(await askOutcomes([receipt(1), receipt(2, 'REJECTED')], 0, all), [receipt(1, 'APPLIED')]);
    assert.deepEqual(await askOutcomes([receipt(2, 'REJECTED')], 1, all), []);
    assert.deepEqual(all.asked, ['one pc_000001']);
  });

  it('are found in the page that begins with the newest of them, whatever came since', async () => {
    const all = service([...numbers(4).map((n) => receipt(n, 'APPLIED')), ...numbers(150, 5).map((n) => receipt(n))]);
    const known = [receipt(1), receipt(2), receipt(3, 'APPLIED'), receipt(4, 'APPLIED')];
    const found = await askOutcomes(known, 0, all);
    assert.deepEqual(found.map(({ PriceChangeId }) => PriceChangeId).toSorted(), [idOf(1), idOf(2)]);
    assert.deepEqual(all.asked, [`after ${idOf(3)}`]);
  });

  it('of a large run are asked about in several rounds, each with a bounded number of calls', async () => {
    const all = service(numbers(1_200).map((n) => receipt(n, 'APPLIED')));
    const known = numbers(1_200).map((n) => receipt(n));
    const found = new Set<string>();
    for (const round of [0, 1, 2]) {
      for (const { PriceChangeId } of await askOutcomes(known, round, all)) found.add(PriceChangeId);
      assert.ok(all.asked.length <= 5 * (round + 1), `${all.asked.length} calls`);
    }
    assert.equal(found.size, 1_200);
  });

  it('stay in their list when they have an outcome, also where a filter drops them; others do not', () => {
    const followed = new FollowedReceipts();
    const numbersOf = (receipts: readonly PriceChangeReceipt[]) =>
      followed.with(receipts).map((one) => one.PriceChangeId);
    assert.deepEqual(numbersOf([receipt(4), receipt(3, 'APPLIED'), receipt(2)]), [idOf(4), idOf(3), idOf(2)]);
    assert.deepEqual(numbersOf([receipt(5), receipt(2)]), [idOf(5), idOf(4), idOf(2)]);
    assert.deepEqual(numbersOf([receipt(4, 'APPLIED')]), [idOf(5), idOf(4), idOf(2)]);
  });

  it('that the service does not have any more end the round', async () => {
    const all = service([]);
    assert.deepEqual(await askOutcomes([receipt(1), receipt(2)], 0, all), []);
    assert.ok(all.asked.length <= 2);
  });
});
