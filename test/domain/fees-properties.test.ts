// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateFees, type FeeDetail, type FeeEstimate, isEstimateFailure } from '../../src/domain/fees/estimate.ts';
import type { FeeInput } from '../../src/domain/fees/estimate-input.ts';
import { scaled } from '../harness/scale.ts';
import { inputOf, readSchedule } from './fees-input.ts';
import { MARKETS, randomRequest, randomSchedule, seededRandom, textOf } from './fees-random.ts';
import { referenceFees } from './fees-reference.ts';

const SCHEDULES = scaled(75, 2000);
const REQUESTS = 100;

function engineFees(input: FeeInput, decimals: number): string[] {
  const result = estimateFees(input);
  if (isEstimateFailure(result)) return [`failed ${result.code} ${result.reasons.length}`];
  checkSums(result);
  const lines = result.details.map(({ feeType, feeAmountMinor, promotionMinor, taxMinor, finalMinor }) =>
    [feeType, ...[feeAmountMinor, promotionMinor, taxMinor, finalMinor].map((one) => textOf(one, decimals))].join(' '),
  );
  return [...lines, textOf(result.totalMinor, decimals)];
}

function checkSums({ totalMinor, details }: FeeEstimate): void {
  let total = 0;
  for (const line of details) {
    const { feeAmountMinor, promotionMinor, taxMinor, finalMinor } = line;
    assert.ok(promotionMinor >= 0 && promotionMinor <= feeAmountMinor && taxMinor >= 0 && finalMinor >= 0);
    assert.equal(finalMinor, feeAmountMinor - promotionMinor + taxMinor);
    checkExplanation(line);
    total += finalMinor;
  }
  assert.equal(totalMinor, total);
}

/** The figures of the explanations add up to the fees. */
function checkExplanation({ feeAmountMinor, promotionMinor, explanation: { basis, promotions } }: FeeDetail): void {
  const sum = (parts: readonly { amountMinor: number }[]) => parts.reduce((all, one) => all + one.amountMinor, 0);
  assert.equal(sum(promotions), promotionMinor);
  if ('mode' in basis) {
    assert.equal(Math.max(sum(basis.tiers), basis.minimumMinor ?? 0), feeAmountMinor);
    assert.equal(
      basis.tiers.reduce((all, { baseMinor }) => all + baseMinor, 0),
      basis.baseMinor,
    );
  }
  if ('weights' in basis) {
    assert.equal(basis.tier.amountMinor + sum(basis.surcharges) + basis.program.additionMinor, feeAmountMinor);
  }
}

describe('any fee estimate', () => {
  it('equals a second calculation in exact fractions and adds up', () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= SCHEDULES; seed++) {
      const random = seededRandom(seed);
      const market = random.pick(MARKETS);
      const record = randomSchedule(random, market);
      const schedule = readSchedule(record);
      for (let at = 0; at < REQUESTS; at++) {
        const request = randomRequest(random, record, market.decimals);
        const expected = referenceFees(record, request, market.decimals);
        const actual = engineFees(inputOf(schedule, request, market.decimals), market.decimals);
        if (actual.join() !== expected.join())
          assert.deepEqual({ seed, request, fees: actual }, { seed, request, fees: expected });
        seen.add(expected.length === 1 ? (expected[0] as string) : `${expected.length} lines`);
      }
    }
    // Otherwise a generator of failures only would pass.
    const kinds = ['3 lines', '4 lines', '5 lines', 'failed DataNotAvailable 1', 'failed DataNotAvailable 2'];
    assert.deepEqual([...seen].sort(), [...kinds, 'failed InvalidParameterValue 1']);
  });

  it('never has a lower marginal referral fee for a higher price', () => {
    let compared = 0;
    for (let seed = 1; seed <= 500; seed++) {
      const random = seededRandom(-seed);
      const market = random.pick(MARKETS);
      const schedule = readSchedule(randomSchedule(random, market));
      for (const [category, { mode }] of Object.entries(schedule.referral.categories)) {
        if (mode !== 'marginal') continue;
        const item = { itemId: 'ITEM1', category, hazmat: false };
        const request = {
          schedule,
          item,
          sellerPlan: 'Professional',
          shippingMinor: 0,
          isStoreFulfilled: false,
        } as const;
        let before = 0;
        let listingPriceMinor = 0;
        for (let step = 0; step < 50; step++) {
          const result = estimateFees({ ...request, listingPriceMinor, atMs: 0 }) as FeeEstimate;
          const fee = result.details[0]?.feeAmountMinor ?? -1;
          assert.ok(fee >= before, `seed ${seed}, ${category}, ${listingPriceMinor}: ${fee} after ${before}`);
          before = fee;
          listingPriceMinor += random.pick([1, 1, random.int(1, 20 * 10 ** market.decimals)]);
          compared++;
        }
      }
    }
    assert.ok(compared > 50_000);
  });
});
