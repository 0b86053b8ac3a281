import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limitRefusal, type NetOf } from '../../../src/domain/price-changes/limit-check.ts';
import type { ListingLimits } from '../../../src/domain/price-changes/limits.ts';
import type { OfferTerms } from '../../../src/domain/price-changes/terms.ts';

/** Fees are 3.00 for each unit. */
const netOf: NetOf = (listingMinor, shippingMinor) => ({
  netMinor: listingMinor + shippingMinor - 300,
  feesMinor: 300,
});
const noFees: NetOf = () => ({ code: 'DataNotAvailable', message: 'None.', reasons: ['No fee schedule is in force.'] });

const terms = (changes: Partial<OfferTerms> = {}): OfferTerms => ({
  ...{ listingPriceMinor: 2000, shippingMinor: 100, quantityDiscounts: [] },
  ...changes,
});
const refusalOf = (limits: ListingLimits, changes: Partial<OfferTerms> = {}, net = netOf) =>
  limitRefusal(limits, terms(changes), net, 'USD');
const tiers = [{ quantity: 10, priceMinor: 1500 }];

describe('limits of a listing', () => {
  it('refuse nothing while none is set, whatever the fees', () => {
    assert.equal(refusalOf({}, {}, noFees), undefined);
    assert.equal(refusalOf({ costMinor: 999_999 }, {}, noFees), undefined);
  });

  it('compare the landed price: the limit itself is permitted', () => {
    assert.equal(refusalOf({ minimumPriceMinor: 2100, maximumPriceMinor: 2100 }), undefined);
    assert.deepEqual(refusalOf({ minimumPriceMinor: 2101 }), {
      code: 'BelowMinimumPrice',
      message: 'The landed price of 21.00 USD is below the minimum price of 21.01 USD.',
      limit: 2101,
      unit: 'minor',
      actual: 2100,
    });
    assert.deepEqual(refusalOf({ maximumPriceMinor: 2099 }), {
      code: 'AboveMaximumPrice',
      message: 'The landed price of 21.00 USD is above the maximum price of 20.99 USD.',
      limit: 2099,
      unit: 'minor',
      actual: 2100,
    });
  });

  it('hold for the business price and for every quantity tier, with shipping', () => {
    const business = { businessPriceMinor: 1800, quantityDiscounts: tiers };
    assert.equal(refusalOf({ minimumPriceMinor: 1600 }, business), undefined);
    const tier = refusalOf({ minimumPriceMinor: 1601 }, business);
    assert.equal(tier?.actual, 1600);
    assert.match(tier?.message ?? '', /^The landed price from a quantity of 10 on of 16\.00 USD is below/);
    assert.equal(refusalOf({ minimumPriceMinor: 1901 }, business)?.actual, 1900);
    assert.equal(refusalOf({ maximumPriceMinor: 2100 }, { businessPriceMinor: 2001 })?.actual, 2101);
    assert.equal(refusalOf({ minimumNetMinor: 1301 }, business)?.actual, 1300);
    assert.equal(refusalOf({ minimumNetMinor: 1300 }, business), undefined);
  });

  it('count no shipping while no charge is set', () => {
    const { shippingMinor: _none, ...unset } = terms();
    assert.equal(limitRefusal({ minimumPriceMinor: 2000, maximumPriceMinor: 2000 }, unset, netOf, 'USD'), undefined);
    assert.equal(limitRefusal({ minimumPriceMinor: 2001 }, unset, netOf, 'USD')?.actual, 2000);
  });

  it('demand the minimum net after fees', () => {
    assert.equal(refusalOf({ minimumNetMinor: 1800 }), undefined);
    assert.deepEqual(refusalOf({ minimumNetMinor: 1801 }), {
      code: 'BelowMinimumNet',
      message:
        'The landed price of 21.00 USD leaves 18.00 USD after fees, which is below the minimum net of 18.01 USD.',
      limit: 1801,
      unit: 'minor',
      actual: 1800,
    });
    const loss = refusalOf({ minimumNetMinor: 0 }, { listingPriceMinor: 150 });
    assert.match(loss?.message ?? '', /leaves -0\.50 USD after fees/);
  });

  it('subtract a cost from the net, and no figure of the refusal contains it', () => {
    assert.equal(refusalOf({ minimumNetMinor: 567, costMinor: 1233 }), undefined);
    const refusal = refusalOf({ minimumNetMinor: 568, costMinor: 1233 });
    assert.deepEqual(refusal, {
      code: 'BelowMinimumNet',
      message:
        'The landed price of 21.00 USD leaves 18.00 USD after fees, and less the cost that is below the minimum net of 5.68 USD.',
      limit: 568,
      unit: 'minor',
    });
    assert.doesNotMatch(JSON.stringify(refusal), /12\.?33|5\.?67\b/);
  });

  it('refuse when a minimum net is set and the fees cannot be estimated', () => {
    const refusal = refusalOf({ minimumNetMinor: 0 }, {}, noFees);
    assert.equal(refusal?.code, 'NetUnknown');
    assert.match(refusal?.message ?? '', /No fee schedule is in force\.$/);
    assert.equal(refusalOf({ minimumPriceMinor: 1 }, {}, noFees), undefined);
  });

  it('report the first rule: minimum price, maximum price, minimum net', () => {
    const all = { minimumPriceMinor: 9000, maximumPriceMinor: 1, minimumNetMinor: 9000 };
    assert.equal(refusalOf(all)?.code, 'BelowMinimumPrice');
    assert.equal(refusalOf({ ...all, minimumPriceMinor: 0 })?.code, 'AboveMaximumPrice');
    assert.equal(refusalOf({ minimumNetMinor: 9000 })?.code, 'BelowMinimumNet');
  });
});
