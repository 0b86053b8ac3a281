// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareEstimates, type EstimateDifference } from '../../src/domain/fees/comparison.ts';
import { type DatedEstimate, REASON_CODES } from '../../src/domain/fees/difference-reason.ts';
import type { FeeDetail } from '../../src/domain/fees/estimate.ts';
import { scaled } from '../harness/scale.ts';
import { estimated, inputOf, readSchedule } from './fees-input.ts';
import { MARKETS, type RandomSource, randomRequest, randomSchedule, seededRandom } from './fees-random.ts';
import type { PlainSchedule } from './fees-reference.ts';

/** Every figure behind a line but the schedule's name. The order of promotions changes no fee, nor do their names. */
function figuresAt({ fees }: DatedEstimate, index: number): string {
  const { explanation, ...amounts } = fees.details[index] as FeeDetail;
  const promotions = explanation.promotions.map(({ promotionId, amountMinor }) => `${promotionId} ${amountMinor}`);
  return JSON.stringify({ ...amounts, ...explanation, schedule: '', promotions: promotions.sort() });
}

/** The same schedule, or one with one part of another schedule, from a later day on. */
function changedSchedule(random: RandomSource, record: PlainSchedule, other: PlainSchedule): PlainSchedule {
  const parts = ['taxOnFeesPct', 'referral', 'closing', 'perItem', 'fulfillment', 'promotions'] as const;
  const part = random.pick([undefined, ...parts]);
  // Without one of its categories: then the default category is charged.
  if (part === 'referral' && random.chance(50)) delete other.referral.categories.toys;
  return {
    ...record,
    ...(part && { [part]: other[part] }),
    effectiveFrom: '2026-01-02',
    version: '2',
  } as PlainSchedule;
}

describe('any comparison of two estimates', () => {
  it('adds up, and has reasons exactly when a figure differs, with both figures in each sentence', () => {
    const codes = new Set<string>();
    const lines = { same: 0, different: 0 };
    for (let seed = 1; seed <= scaled(150, 3000); seed++) {
      const random = seededRandom(seed);
      const market = random.pick(MARKETS);
      const record = randomSchedule(random, market);
      const schedule = readSchedule(record);
      const later = random.chance(20)
        ? schedule
        : readSchedule(changedSchedule(random, record, randomSchedule(random, market)));
      for (let n = 0; n < 20; n++) {
        const request = randomRequest(random, record, market.decimals);
        const first = estimated(inputOf(schedule, request, market.decimals));
        const { at } = randomRequest(random, record, market.decimals);
        const other = estimated(inputOf(later, { ...request, at }, market.decimals));
        if (!first || !other) continue;
        const difference = compareEstimates(first, other);
        checkSums(difference, first, other);
        for (const [index, line] of difference.lines.entries()) {
          const isSame: boolean = figuresAt(first, index) === figuresAt(other, index);
          assert.equal(line.reasons.length === 0, isSame, JSON.stringify({ seed, request, at, line }));
          lines[isSame ? 'same' : 'different'] += 1;
          checkReasons(line, schedule === later);
          for (const { code } of line.reasons) codes.add(code);
        }
      }
    }
    assert.deepEqual([...codes].sort(), [...REASON_CODES].sort());
    assert.ok(lines.same > 1000 && lines.different > 1000, JSON.stringify(lines));
  });
});

function checkSums({ totalMinor, lines }: EstimateDifference, first: DatedEstimate, other: DatedEstimate): void {
  assert.equal(totalMinor, other.fees.totalMinor - first.fees.totalMinor);
  assert.equal(
    lines.reduce((sum, { differenceMinor }) => sum + differenceMinor, 0),
    totalMinor,
  );
  for (const { beforeMinor, afterMinor, differenceMinor } of lines)
    assert.equal(afterMinor - beforeMinor, differenceMinor);
}

function checkReasons({ differenceMinor, reasons }: EstimateDifference['lines'][0], isOneSchedule: boolean): void {
  const codes = reasons.map(({ code }) => code);
  assert.equal(codes.includes('AmountUnchanged'), reasons.length > 0 && differenceMinor === 0);
  if (isOneSchedule)
    assert.ok(
      codes.every((code) => /^(Promotion|AmountUnchanged)/.test(code)),
      codes.join(),
    );
  const isOfTerms = codes.some((code) => !/^(Promotion|AmountUnchanged|ScheduleChanged)/.test(code));
  if (isOfTerms) assert.equal(codes[0], 'ScheduleChanged');
  for (const { message } of reasons) assert.match(message, /^[A-Z][^;.].*(first date|for this unit).*\.$/);
}
