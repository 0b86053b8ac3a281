import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { causeOf, type Occasions } from '../../src/domain/notifications/cause.ts';
import { healthChange } from '../../src/domain/notifications/offer-health.ts';
import type { OfferState } from '../../src/domain/pricing/offer-state.ts';

const NOTHING: Occasions = {
  offers: [],
  hasOtherEligibility: false,
  hasDatePassed: false,
  hasOtherRules: false,
  wasStale: false,
};
type Turn = [before: OfferState | null, after: OfferState | null];
const offerOf = ([before, after]: Turn) => ({ sellerId: 'S1', before, after });

describe('the cause of a changed buy box', () => {
  const turns: readonly (readonly [...Turn, string])[] = [
    [null, 'losing', 'newOffer'],
    ['inactive', 'unhealthy', 'newOffer'],
    ['winning', null, 'offerEnded'],
    ['unhealthy', 'inactive', 'offerEnded'],
    ['noCompetition', 'unhealthy', 'eligibility'],
    ['unhealthy', 'losing', 'eligibility'],
    ['losing', 'winning', 'priceChange'],
    ['unhealthy', 'unhealthy', 'priceChange'],
    ['inactive', 'inactive', 'priceChange'],
    [null, 'inactive', 'priceChange'],
  ];
  for (const [before, after, cause] of turns) {
    it(`is ${cause} for one offer from ${before} to ${after}`, () => {
      assert.equal(causeOf({ ...NOTHING, offers: [offerOf([before, after])] }), cause);
    });
  }

  it('is what else happened, and several when more than one did', () => {
    const priced = offerOf(['losing', 'losing']);
    assert.equal(causeOf({ ...NOTHING, hasOtherEligibility: true }), 'eligibility');
    assert.equal(causeOf({ ...NOTHING, hasDatePassed: true }), 'clock');
    assert.equal(causeOf({ ...NOTHING, hasOtherRules: true }), 'rules');
    assert.equal(causeOf({ ...NOTHING, offers: [priced, priced] }), 'several');
    assert.equal(causeOf({ ...NOTHING, offers: [priced], wasStale: true }), 'several');
    for (const name of ['hasOtherEligibility', 'hasDatePassed', 'hasOtherRules'] as const) {
      assert.equal(causeOf({ ...NOTHING, offers: [priced], [name]: true }), 'several', name);
    }
    assert.equal(causeOf({ ...NOTHING, hasDatePassed: true, hasOtherRules: true }), 'several');
    assert.equal(causeOf(NOTHING), 'several');
  });
});

describe('the health of an offer', () => {
  it('changes when it becomes unhealthy on sale, and when it recovers on sale', () => {
    const states = ['winning', 'noCompetition', 'losing', 'inactive', null] as const;
    for (const state of states) assert.equal(healthChange(state, 'unhealthy'), 'UNHEALTHY', `${state}`);
    for (const state of ['winning', 'noCompetition', 'losing'] as const) {
      assert.equal(healthChange('unhealthy', state), 'RECOVERED', state);
      assert.equal(healthChange('inactive', state), undefined, state);
      assert.equal(healthChange(null, state), undefined, state);
    }
    for (const state of ['unhealthy', 'inactive', null] as const)
      assert.equal(healthChange('unhealthy', state), undefined);
  });
});
