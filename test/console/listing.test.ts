// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decimalsOf, decimalText, toMinor } from '../../console/amounts.ts';
import { gatesLead, gateWords } from '../../console/pages/listing/gate-words.ts';
import { rungsOf } from '../../console/pages/listing/ladder.ts';
import { priceScale, shareOf, steppedPrice } from '../../console/pages/listing/price-scale.ts';
import { curvesOf, heldShare } from '../../console/pages/listing/price-steps.ts';
import { isOnSale, standingOf } from '../../console/pages/listing/standing.ts';
import { typedMinor } from '../../console/typed-amount.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { availabilityIn, GATES } from '../../src/domain/pricing/gates.ts';
import { boxStep, explained, gate, offer, rival, usd } from './listing-samples.ts';

const write = (amount: { Amount: number }) => amount.Amount.toFixed(2);
const name = (id: string) => (id === 'RIVAL' ? 'Pet Pantry' : id);

describe('where a listing stands, in words', () => {
  const standing = (changes: object) => standingOf(explained(changes), write, name);

  it('names the price up to which the holder has the buy box', () => {
    const winning = { resultStatus: 'VALID_FOEP', ListingPrice: usd(23.98), Explanation: '' };
    const { tone, title, text } = standing({ IsBuyBoxWinner: true, RunnerUp: rival(23.99), WinningPrice: winning });
    assert.deepEqual([tone, title], ['good', 'You hold the buy box']);
    assert.equal(text, 'The next offer is 23.99 by Pet Pantry. You hold it up to a price of 23.98.');
  });

  it('names who holds it and the price that wins it back', () => {
    const winning = { resultStatus: 'VALID_FOEP', ListingPrice: usd(12.49), Explanation: '' };
    const lost = standing({ Holder: rival(12.5), GapToHolder: usd(1.5), WinningPrice: winning });
    assert.equal(lost.title, 'You lost the buy box to Pet Pantry');
    assert.equal(lost.text, 'Your offer is 1.50 dearer. 12.49 would win it back.');
  });

  it('tells the price that wins from the same price with shipping, which the holder is compared by', () => {
    const winning = { resultStatus: 'VALID_FOEP', ListingPrice: usd(11.75), LandedPrice: usd(15.74), Explanation: '' };
    const { text } = standing({ Holder: rival(15.74), GapToHolder: usd(0.75), WinningPrice: winning });
    assert.equal(text, 'Your offer is 0.75 dearer. 11.75 (15.74 with shipping) would win it back.');
    const free = standing({ Holder: rival(15.74), WinningPrice: { ...winning, ListingPrice: usd(15.74) } });
    assert.equal(free.text, '15.74 would win it back.');
  });

  it('says that no price wins when none does', () => {
    const winning = { resultStatus: 'NO_WINNING_PRICE', Explanation: 'No listing price holds the buy box.' };
    assert.match(standing({ Holder: rival(3), WinningPrice: winning }).text, /^No listing price holds/);
  });

  it('tells a price above the limit, an offer that is not on sale, and a seller who may not win apart', () => {
    const limit = { ...gate('competitivePriceThreshold', false), PassingListingPrice: usd(16.99) };
    assert.match(standing({ Gates: [limit] }).text, /^16\.99 or less can hold the buy box\./);
    assert.equal(standing({ Gates: [gate('stock', false), limit] }).title, 'Your offer is not on sale');
    assert.equal(
      standing({ Gates: [gate('feedbackCount', false), limit] }).title,
      'Your offer is not eligible for the buy box',
    );
  });

  it("calls the seller's other listing by its SKU, not a loss", () => {
    const { tone, title } = standing({ Holder: { ...rival(5), MyOffer: true, SellerSKU: 'B-2' } });
    assert.deepEqual([tone, title], ['neutral', 'Your other listing B-2 holds the buy box']);
  });
});

describe('the offers ladder', () => {
  const own = explained({
    Offer: { ListingPrice: usd(20), Shipping: usd(2.1), FulfillmentChannel: 'SELLER', AfterFees: {} },
  });

  it('begins each bar at zero, so that its length is the landed price', () => {
    const [first, second] = rungsOf([offer(10, 0), offer(15, 5)], undefined, 2);
    assert.deepEqual([first?.listingShare, first?.shippingShare], [0.5, 0]);
    assert.deepEqual([second?.listingShare, second?.shippingShare], [0.75, 0.25]);
  });

  it('compares with the holder, in exact minor units', () => {
    const rungs = rungsOf([offer(10.1, 0), { ...offer(10.2, 0.1), IsBuyBoxWinner: true }], undefined, 2);
    assert.deepEqual(
      rungs.map(({ difference }) => difference),
      [-0.2, 0],
    );
  });

  it('tells this listing from another one of the same seller', () => {
    const mine = { ...offer(20, 2.1), MyOffer: true };
    const rungs = rungsOf([{ ...mine, IsFulfilledByFS: true }, mine, offer(30, 0)], own, 2);
    assert.deepEqual(
      rungs.map(({ whose }) => whose),
      ['mine', 'this', 'other'],
    );
  });

  it('adds my offer when it is not among the shown ones, unless it is not on sale', () => {
    const [, added] = rungsOf([offer(10, 0)], own, 2);
    assert.deepEqual([added?.whose, added?.isShown, added?.landed], ['this', false, 22.1]);
    assert.equal(rungsOf([offer(10, 0)], { ...own, Gates: [gate('stock', false)] }, 2).length, 1);
  });
});

describe('whether an offer is on sale', () => {
  const own = { ListingPrice: usd(20), Shipping: usd(2.1), FulfillmentChannel: 'SELLER', AfterFees: {} };
  const isOnLadder = (...gates: (readonly [string, boolean])[]) =>
    rungsOf([offer(10, 0)], explained({ Offer: own, Gates: gates.map(([name, passed]) => gate(name, passed)) }), 2)
      .length === 2;

  it('is decided by the names of its gates, wherever in the list they are and whatever else is in it', () => {
    const passed = (...names: string[]) => names.map((name) => [name, true] as const);
    assert.ok(
      !isOnLadder(['newGate', true], ...passed('active', 'startTime', 'stock', 'availability'), [
        'shippingCharge',
        false,
      ]),
    );
    assert.ok(isOnLadder(['newGate', false], ['feedbackCount', false], ...passed('active', 'stock')));
    assert.ok(isOnLadder(['active', true], ['featuredMerchant', false]));
  });

  it('is what the service itself says, for each of its gates', () => {
    for (const [n, name] of GATES.entries())
      assert.equal(isOnSale([gate(name, false)]), availabilityIn(1 << n) === 'buyable', name);
  });
});

describe('the price slider', () => {
  it('reaches every marked price, with room on both sides, and never below zero', () => {
    const scale = priceScale({ own: 2299, winning: 2398, others: [2500] });
    assert.deepEqual(scale, {
      low: 1799,
      high: 3000,
      marks: [
        { id: 'own', at: 2299 },
        { id: 'winning', at: 2398 },
      ],
    });
    assert.equal(priceScale({ own: 5, winning: undefined, others: [] }).low, 0);
    assert.equal(priceScale({ own: 100, winning: undefined, others: [], tried: 999 }).high, 999);
    assert.equal(shareOf(scale, 1799), 0);
    assert.equal(shareOf(scale, 9999), 1);
  });

  it('moves by one unit, ten or a hundred, within its range', () => {
    const scale = { low: 0, high: 200, marks: [] };
    const step = (key: string, isShift = false) => steppedPrice(key, isShift, 150, scale);
    assert.deepEqual([step('ArrowUp'), step('ArrowLeft'), step('ArrowLeft', true)], [151, 149, 140]);
    assert.deepEqual([step('PageUp'), step('PageDown'), step('Home'), step('End')], [200, 50, 0, 200]);
    assert.equal(step('Tab'), undefined);
  });

  it('takes what people type, and no amount that the currency does not have', () => {
    assert.deepEqual(
      ['24.9', ' 24,90 ', '24', '24.'].map((text) => typedMinor(text, 2)),
      [2490, 2490, 2400, 2400],
    );
    for (const text of ['', '-1', '1e3', '24.999', '1.2.3', 'abc', '9999999999'])
      assert.equal(typedMinor(text, 2), undefined);
    assert.equal(typedMinor('24.0', decimalsOf('JPY')), undefined);
    assert.equal(decimalText(toMinor(0.1 + 0.2, 2), 2), '0.30');
  });
});

describe('the history of a buy box', () => {
  const at = (hour: number) => new Date(hour * HOUR_MS).toISOString();
  const steps = [
    boxStep(at(1), 'RIVAL', 10),
    boxStep(at(4), 'RIVAL', 9),
    boxStep(at(5), 'ME', 8, 'A-1'),
    { at: at(6) },
  ];

  it('has one span for each holder, from the begin of the shown time to now', () => {
    const { x, spans, boxPrices, holders } = curvesOf(
      steps,
      { sku: 'A-1', sinceMs: 3 * HOUR_MS, nowMs: 8 * HOUR_MS },
      name,
    );
    assert.deepEqual(
      x.map((seconds) => seconds / 3600),
      [3, 4, 5, 6, 8],
    );
    assert.deepEqual(boxPrices, [10, 9, 8, null, null]);
    assert.deepEqual(holders, ['Pet Pantry', 'Pet Pantry', 'You', 'Nobody', 'Nobody']);
    assert.deepEqual(
      spans.map(({ holder, from, to }) => [holder, from / 3600, to / 3600]),
      [
        ['Pet Pantry', 3, 5],
        ['You', 5, 6],
        ['Nobody', 6, 8],
      ],
    );
    assert.equal(heldShare(spans), 0.2);
  });

  it('tells sellers of the same name apart', () => {
    const both = [boxStep(at(1), 'RIVAL', 10), boxStep(at(4), 'OTHER', 9)];
    const { spans } = curvesOf(both, { sku: 'A-1', sinceMs: 0, nowMs: 8 * HOUR_MS }, () => 'Pet Pantry');
    assert.deepEqual(
      spans.map(({ holder, from }) => [holder, from / 3600]),
      [
        ['Pet Pantry', 1],
        ['Pet Pantry', 4],
      ],
    );
  });

  it('is empty when nothing is known', () => {
    assert.deepEqual(curvesOf([], { sku: 'A-1', sinceMs: 0, nowMs: 1 }, name).x, []);
    assert.equal(heldShare([]), undefined);
  });
});

describe('the gates as a checklist', () => {
  const words = (Name: string, Figure: unknown, Required?: unknown) =>
    gateWords({ ...gate(Name, true), Figure, Required } as never, { money: write, time: (text) => text.slice(0, 10) });

  it('shows the figure and what passes', () => {
    assert.deepEqual(words('feedbackRating', 97.5, 80), {
      label: 'Positive feedback',
      figure: '97.5%',
      required: 'at least 80%',
    });
    assert.equal(words('competitivePriceThreshold', usd(18.4), usd(16.99)).required, 'at most 16.99');
    assert.equal(words('competitivePriceThreshold', usd(18.4)).required, 'this item has none');
    assert.equal(words('availability', 'FUTURE_WITHOUT_DATE').figure, 'no date known');
    assert.equal(words('startTime', '2030-01-01T00:00:00Z').figure, '2030-01-01');
    assert.equal(words('shippingCharge', undefined).figure, 'none');
  });

  it('says that another price passes where the price alone is too high', () => {
    const limit = { ...gate('competitivePriceThreshold', false), PassingListingPrice: usd(16.99) };
    assert.match(gatesLead([gate('stock', true), limit], write), /16\.99 or less passes/);
    assert.match(gatesLead([gate('stock', false), limit], write), /^2 of 2 are missing\. Until then no price wins/);
    assert.match(gatesLead([gate('stock', true)], write), /meets all/);
  });

  it('shows a gate that it does not know by its name', () => assert.equal(words('newGate', true).label, 'newGate'));
});
