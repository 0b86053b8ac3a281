import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { PriceGuard } from '../../src/domain/market/price-guard.ts';
import { confirmationRefusal } from '../../src/domain/price-changes/confirmation-check.ts';
import { type GuardFacts, guardRefusal } from '../../src/domain/price-changes/guard-check.ts';
import type { OfferTerms } from '../../src/domain/price-changes/terms.ts';
import { scaled } from '../harness/scale.ts';

const facts: GuardFacts = { dayAgo: undefined, lowestMinor: undefined, changesLastHour: 0, listPriceMinor: undefined };
const terms = (listingPriceMinor: number, more: Partial<OfferTerms> = {}): OfferTerms => ({
  ...{ listingPriceMinor, shippingMinor: 0, quantityDiscounts: [] },
  ...more,
});
const guard = (rules: Omit<PriceGuard, 'marketplaceId'>): PriceGuard => ({ marketplaceId: 'M1', ...rules });

/** Rule, limit and actual figure of the refusal. */
function refused(rules: Omit<PriceGuard, 'marketplaceId'>, after: OfferTerms, more: Partial<GuardFacts> = {}) {
  const refusal = guardRefusal(guard(rules), { ...facts, ...more }, terms(1000), after);
  return refusal && [refusal.code, refusal.limit, refusal.actual, refusal.unit];
}

describe('a price guard', () => {
  it('without rules refuses nothing', () => {
    assert.equal(refused({}, terms(1)), undefined);
  });

  it('allows a step of the limit, and refuses a larger one in either direction with rule and figure', () => {
    const rules = { maxStepBasisPoints: 1250 };
    assert.equal(refused(rules, terms(1125)), undefined);
    assert.equal(refused(rules, terms(875)), undefined);
    assert.deepEqual(refused(rules, terms(1126)), ['MaxStepPercent', 12.5, 12.6, 'percent']);
    assert.deepEqual(refused(rules, terms(874)), ['MaxStepPercent', 12.5, 12.6, 'percent']);
    const { message } = guardRefusal(guard(rules), facts, terms(1000), terms(1126)) ?? assert.fail();
    assert.equal(
      message,
      'maxStepPercent: the listing price would change by 12.6 %; at most 12.5 % in one step is allowed',
    );
  });

  it('compares with the price 24 hours ago, however small the steps since', () => {
    const rules = { maxDayBasisPoints: 2000 };
    const dayAgo = terms(1500);
    assert.deepEqual(refused(rules, terms(1199), { dayAgo }), ['MaxDayPercent', 20, 20.07, 'percent']);
    assert.equal(refused(rules, terms(1200), { dayAgo }), undefined);
    assert.deepEqual(refused(rules, terms(1201)), ['MaxDayPercent', 20, 20.1, 'percent']);
  });

  it('compares with the list price of the item, where it has one', () => {
    const rules = { minOfListPriceBasisPoints: 5000, maxOfListPriceBasisPoints: 15_000 };
    const listPriceMinor = 999;
    assert.equal(refused(rules, terms(1)), undefined);
    assert.equal(refused(rules, terms(500), { listPriceMinor }), undefined);
    assert.deepEqual(refused(rules, terms(499), { listPriceMinor }), ['MinOfListPricePercent', 50, 49.94, 'percent']);
    assert.equal(refused(rules, terms(1498), { listPriceMinor }), undefined);
    assert.deepEqual(refused(rules, terms(1499), { listPriceMinor }), [
      ...['MaxOfListPricePercent', 150, 150.06, 'percent'],
    ]);
  });

  it('counts the changes of the last hour', () => {
    const rules = { maxChangesPerHour: 3 };
    assert.equal(refused(rules, terms(1001), { changesLastHour: 2 }), undefined);
    assert.deepEqual(refused(rules, terms(1001), { changesLastHour: 3 }), ['MaxChangesPerHour', 3, 4, 'count']);
  });

  it('binds business prices, quantity tiers and shipping, and no price that stays as it is', () => {
    const rules = { maxStepBasisPoints: 2000 };
    const before = terms(1000, { businessPriceMinor: 900, quantityDiscounts: [{ quantity: 10, priceMinor: 300 }] });
    const ruleOf = (after: OfferTerms) => guardRefusal(guard(rules), facts, before, after)?.message.slice(0, 45);
    assert.equal(ruleOf({ ...before, listingPriceMinor: 1100 }), undefined);
    assert.match(ruleOf({ ...before, businessPriceMinor: 700 }) ?? '', /the business price/);
    assert.match(ruleOf({ ...before, shippingMinor: 201 }) ?? '', /the price with shipping/);
    const { shippingMinor: _none, ...unset } = before;
    assert.equal(ruleOf(unset), undefined);
    assert.match(
      guardRefusal(guard(rules), facts, unset, { ...before, shippingMinor: 201 })?.message ?? '',
      /the price with shipping/,
    );
    assert.match(ruleOf({ ...before, quantityDiscounts: [] }) ?? '', /the price from 10 units/);
    const tier = { quantity: 5, priceMinor: 719 };
    assert.match(ruleOf({ ...before, quantityDiscounts: [tier, ...before.quantityDiscounts] }) ?? '', /from 5 units/);
  });

  it('is exact where floating point is not', () => {
    const prices = fc.integer({ min: 1, max: 99_999_999_999_999 });
    const points = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(prices, prices, points, (before, after, basisPoints) => {
        const difference = BigInt(after) - BigInt(before);
        const size = (difference < 0n ? -difference : difference) * 10_000n;
        const isOver = size > BigInt(before) * BigInt(basisPoints);
        const refusal = guardRefusal(guard({ maxStepBasisPoints: basisPoints }), facts, terms(before), terms(after));
        assert.equal(refusal !== undefined, isOver);
        if (refusal) assert.ok((refusal.actual ?? 0) > (refusal.limit ?? 0));
      }),
      { numRuns: scaled(200, 20_000) },
    );
  });
});

describe('a change needs a confirmation', () => {
  const needs = (after: OfferTerms, lowestMinor?: number, before = terms(1000)) => {
    const refusal = confirmationRefusal({ lowestMinor }, before, after, 'USD');
    return refusal && [refusal.code, refusal.limit, refusal.actual, refusal.unit];
  };

  it('outside 50 to 200 % of the present price', () => {
    assert.equal(needs(terms(500)), undefined);
    assert.equal(needs(terms(2000)), undefined);
    assert.deepEqual(needs(terms(499)), ['ConfirmationRequired', 50, 49.9, 'percent']);
    assert.deepEqual(needs(terms(2001)), ['ConfirmationRequired', 200, 200.1, 'percent']);
    assert.deepEqual(needs(terms(1000, { shippingMinor: 1001 })), ['ConfirmationRequired', 200, 200.1, 'percent']);
    const unset: OfferTerms = { listingPriceMinor: 1000, quantityDiscounts: [] };
    assert.equal(needs(terms(1000), undefined, unset), undefined);
    assert.deepEqual(needs(terms(1000, { shippingMinor: 1001 }), undefined, unset), [
      ...['ConfirmationRequired', 200, 200.1, 'percent'],
    ]);
    assert.deepEqual(needs(terms(1000, { businessPriceMinor: 10 })), ['ConfirmationRequired', 50, 1, 'percent']);
    assert.deepEqual(needs(terms(5), undefined, terms(0)), ['ConfirmationRequired', undefined, undefined, undefined]);
  });

  it('below half of the lowest price of 30 days, which sees several small steps', () => {
    assert.equal(needs(terms(901), 1801), undefined);
    assert.deepEqual(needs(terms(900), 1801), ['ConfirmationRequired', 901, 900, 'minor']);
    // Another price changes: the listing price stays where it is.
    assert.equal(needs(terms(1000, { shippingMinor: 1 }), 5000), undefined);
  });
});
