import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { demoRecords } from '../../src/cli/demo/records.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import type { FeeSchedule } from '../../src/domain/fees/fee-schedule.ts';
import { CONDITIONS, SUB_CONDITIONS } from '../../src/domain/vocabulary.ts';
import { demoListings } from './demo-listings.ts';
import { DemoMarket, idOf, ME, NEWCOMER, NOW, RIVAL } from './demo-market.ts';

const YEAR_MS = 365.25 * DAY_MS;

describe('the demo market', () => {
  const market = new DemoMarket(demoRecords(NOW));

  it('begins with its two marketplaces, of which STORE_US is the default', () => {
    const [us, ca] = demoRecords(NOW);
    assert.deepEqual([us?.marketplaceId, us?.currency, us?.isDefault], ['STORE_US', 'USD', true]);
    assert.deepEqual([ca?.marketplaceId, ca?.currency, ca?.isDefault], ['STORE_CA', 'CAD', false]);
  });

  it('has the sellers who can sign in, with contacts, in both marketplaces', () => {
    const me = market.sellers.get(ME);
    assert.equal(me?.email, 'demo@store.example');
    assert.match(me?.phone ?? '', /^\+/);
    for (const id of [ME, RIVAL, NEWCOMER]) {
      const seller = market.sellers.get(id);
      assert.ok(seller?.email?.endsWith('@store.example') && seller.phone !== undefined);
      assert.deepEqual(
        seller?.participations?.map((one) => [one.marketplaceId, one.isParticipating]),
        [
          ['STORE_US', true],
          ['STORE_CA', true],
        ],
      );
      assert.equal(seller.featuredMerchant, id !== NEWCOMER);
    }
    // Only this plan pays the per-item fee, so one seller who can sign in must have it.
    assert.equal(market.sellers.get(RIVAL)?.plan, 'Individual');
    assert.equal(me?.plan, 'Professional');
  });

  it('has the 28 listings, and says what each shows', () => {
    const mine = market.offers.filter((one) => one.sellerId === ME && one.marketplaceId === 'STORE_US');
    assert.deepEqual(
      mine.map(({ sku, itemId }) => [sku, itemId]),
      demoListings.map(({ sku, itemId }) => [sku, itemId]),
    );
    for (let n = 1; n <= 20; n++) assert.equal(market.mine(n).sku, `DEMO-SKU-${n}`);
    assert.equal(market.mine(21).sku, 'DEMO/SKU 21,é');
    for (const { shows } of demoListings) assert.ok(shows.length > 0);
  });

  it('has no SKU twice', () => {
    const keys = market.offers.map(({ marketplaceId, sellerId, sku }) =>
      JSON.stringify([marketplaceId, sellerId, sku]),
    );
    assert.equal(new Set(keys).size, keys.length);
  });

  it('names only relatives that exist', () => {
    for (const { marketplaceId, relatives } of market.items.values()) {
      const named = [...(relatives?.children ?? []), ...(relatives?.parent === undefined ? [] : [relatives.parent])];
      for (const id of named) assert.ok(market.items.has(`${marketplaceId} ${id}`), id);
    }
  });

  it('stays correct for years', () => {
    const fresh = Array.from({ length: 28 }, (_, index) => market.view(index + 1));
    const old = Array.from({ length: 28 }, (_, index) => market.view(index + 1, 'Consumer', NOW + 9 * YEAR_MS));
    assert.deepEqual(old, fresh);
  });
});

describe('DEMO-SKU-1', () => {
  const market = new DemoMarket(demoRecords(NOW));

  it('is the kitchen item of 12 x 10 x 10 in and 6 lb, with list price, threshold and two ranks', () => {
    const item = market.item(1);
    assert.equal(item.category, 'home_garden_kitchen');
    assert.deepEqual(item.dimensions, { lengthHundredthsIn: 1200, widthHundredthsIn: 1000, heightHundredthsIn: 1000 });
    assert.equal(item.weightThousandthsLb, 6000);
    assert.ok(item.listPriceMinor !== undefined && item.competitivePriceThresholdMinor !== undefined);
    assert.equal(item.salesRanks.length, 2);
    assert.equal(item.hazmat, false);
  });

  it('is New at 22.99 with free shipping, by the seller, without a fee promotion', () => {
    const { condition, channel, listingPriceMinor, shippingMinor, active } = market.mine(1);
    assert.deepEqual([condition, channel, listingPriceMinor, shippingMinor, active], ['New', 'SELLER', 2299, 0, true]);
    for (const { promotions } of market.schedules) {
      // A promotion without items or categories would apply to every item.
      for (const { itemIds } of promotions) assert.ok(itemIds !== undefined && !itemIds.includes(idOf(1)));
    }
  });

  it('has at least three rivals, among them an FS offer and A2DEMORIVAL, and all its offers have all fields', () => {
    const rivals = market.on(1).filter((one) => one.sellerId !== ME);
    assert.ok(rivals.length >= 3);
    assert.equal(rivals.filter((one) => one.channel === 'FS').length, 1);
    assert.equal(rivals.filter((one) => one.sellerId === RIVAL).length, 1);
    for (const offer of market.on(1)) {
      for (const field of ['shippingMinor', 'businessPriceMinor', 'regularPriceMinor', 'points', 'prime'] as const) {
        assert.ok(offer[field] !== undefined, `${offer.sku} ${field}`);
      }
      assert.ok(offer.handling !== undefined && offer.conditionNotes !== undefined, offer.sku);
      assert.ok(offer.shipsFrom?.state !== undefined && offer.quantityDiscounts.length > 0, offer.sku);
      const seller = market.sellers.get(offer.sellerId);
      assert.ok(seller !== undefined && seller.feedbackCount > 0, offer.sku);
    }
    assert.equal(market.view(1).shelves.New?.length, rivals.length + 1);
  });

  it('wins the buy box', () => {
    assert.deepEqual(
      market.view(1).buyBox.map(({ condition, sellerId }) => [condition, sellerId]),
      [['New', ME]],
    );
  });
});

describe('DEMO-SKU-2', () => {
  const market = new DemoMarket(demoRecords(NOW));
  const item = market.item(2);

  it('shows every field of Summary (spec section 2)', () => {
    const view = market.view(2, 'Business');
    assert.ok(view.total > 0 && view.counts.length > 0 && view.eligibleCounts.length > 0);
    assert.ok(view.lowestPrices.some((one) => one.quantityTier === undefined));
    assert.ok(view.lowestPrices.some((one) => one.quantityTier !== undefined));
    assert.ok(view.buyBox.some((one) => one.quantityTier !== undefined));
    assert.deepEqual(new Set(view.buyBox.map((one) => one.offerType)), new Set(['B2C', 'B2B']));
    assert.deepEqual(new Set(view.counts.map((one) => one.channel)), new Set(['FS', 'SELLER']));
    assert.ok(item.listPriceMinor !== undefined && item.competitivePriceThresholdMinor !== undefined);
    assert.ok(view.suggestedLowerPriceMinor !== undefined);
    assert.ok(item.salesRanks.length >= 2);
  });

  it('shows OffersAvailableTime in STORE_CA, because no answer with offers has it', () => {
    const view = market.view(2, 'Consumer', NOW, 'STORE_CA');
    assert.equal(view.status, 'ActiveButTooSoonForProcessing');
    assert.equal(view.offersAvailableTimeMs, market.mine(2, 'STORE_CA').startTimeMs);
    assert.equal(market.mine(2, 'STORE_CA').sku, 'DEMO-SKU-2');
  });

  it('shows every field of an offer, among the New ones', () => {
    const shelf = market.view(2, 'Business').shelves.New ?? [];
    const mine = shelf.find((one) => one.sellerId === ME);
    assert.ok(mine?.isBuyBoxWinner && mine.featuredMerchant && mine.feedbackCount > 0 && mine.feedbackRating > 0);
    assert.ok(mine.conditionNotes !== undefined && mine.handling !== undefined && mine.quantityDiscounts !== undefined);
    assert.ok(mine.shipsFrom?.state !== undefined && mine.channel === 'FS');
    assert.deepEqual(mine.prime, { isPrime: true, isNationalPrime: true });
    assert.ok(shelf.some((one) => one.prime?.isPrime && !one.prime.isNationalPrime));
    assert.ok(shelf.some((one) => one.availableDateMs !== undefined && one.availableDateMs > NOW));
    assert.deepEqual(new Set(shelf.map((one) => one.offerType)), new Set(['B2C', 'B2B']));
  });

  it('shows every field of competitive pricing: New and Used buy box, trade-in value, attributes, relatives', () => {
    const boxes = market.view(2).buyBox.map(({ condition, sellerId }) => [condition, sellerId === ME]);
    assert.deepEqual(boxes.slice(0, 2), [
      ['New', true],
      ['Used', false],
    ]);
    assert.ok(item.tradeInValueMinor !== undefined);
    assert.deepEqual(Object.keys(item.attributes).sort(), ['Brand', 'Color', 'ProductGroup', 'Size', 'Title']);
    assert.ok(item.dimensions !== undefined && item.weightThousandthsLb !== undefined);
    assert.ok(item.relatives?.parent !== undefined && item.relatives.children.length > 0);
  });

  it('is itself FS with regular and business price, quantity discounts and points', () => {
    const mine = market.mine(2);
    assert.equal(mine.channel, 'FS');
    assert.ok(mine.regularPriceMinor !== undefined && mine.businessPriceMinor !== undefined);
    assert.ok(mine.points !== undefined && mine.quantityDiscounts.length > 0);
  });
});

describe('DEMO-SKU-3 to DEMO-SKU-20', () => {
  const market = new DemoMarket(demoRecords(NOW));
  const spread = Array.from({ length: 18 }, (_, index) => index + 3);
  const mineWith = (condition: string): number => spread.find((n) => market.mine(n).condition === condition) ?? 0;

  it('cover every condition, and the market covers every sub-condition', () => {
    assert.deepEqual(CONDITIONS.map(mineWith), [4, 3, 8, 9, 10]);
    const seen = new Set(market.offers.map((one) => one.subCondition));
    assert.deepEqual(new Set(SUB_CONDITIONS), seen);
  });

  it('cover both channels, FS and SELLER', () => {
    assert.deepEqual(new Set(spread.map((n) => market.mine(n).channel)), new Set(['FS', 'SELLER']));
  });

  it('are in several categories, media among them', () => {
    const { categories } = (market.schedules[0] as FeeSchedule).referral;
    for (const item of market.items.values()) assert.ok(Object.hasOwn(categories, item.category), item.category);
    const [book, shirt, ring, watch, dock] = [3, 4, 5, 6, 7].map((n) => market.item(n).category);
    assert.deepEqual(
      [book, shirt, ring, watch, dock],
      ['books', 'apparel_accessories', 'jewelry', 'watches', 'electronics_accessories'],
    );
    assert.ok(categories.books?.media && categories.music_video_software?.media);
  });

  it('have the prices of the check values of decision 19', () => {
    assert.deepEqual(
      [4, 7, 5, 6].map((n) => market.mine(n).listingPriceMinor),
      [1500, 15_000, 30_000, 200_000],
    );
  });

  it('11 is oversize, 12 big and bulky, 13 hazmat and cheap, all FS', () => {
    assert.ok((market.item(11).dimensions?.lengthHundredthsIn ?? 0) > 4800);
    assert.ok((market.item(11).dimensions?.lengthHundredthsIn ?? 0) <= 9600);
    assert.ok((market.item(12).weightThousandthsLb ?? 0) > 150_000);
    assert.ok(market.item(13).hazmat && market.mine(13).listingPriceMinor < 1000);
    for (const n of [11, 12, 13]) assert.equal(market.mine(n).channel, 'FS');
  });

  it('14 has fee promotions in force, for years', () => {
    const american = market.schedules.filter((one) => one.marketplaceId === 'STORE_US');
    for (const time of [NOW, NOW + 9 * YEAR_MS]) {
      const inForce = american.filter((one) => one.effectiveFromMs <= time).at(-1);
      const promotions = inForce?.promotions.filter(({ fromMs, untilMs }) => fromMs <= time && time < untilMs) ?? [];
      assert.deepEqual(
        promotions.map(({ feeType, itemIds }) => [feeType, itemIds]),
        [
          ['ReferralFee', [idOf(14)]],
          ['FSFulfillmentFee', [idOf(14)]],
        ],
      );
    }
  });

  it('15 has no competition, and no dimensions', () => {
    assert.deepEqual(market.on(15), [market.mine(15)]);
    assert.equal(market.view(15).status, 'Success');
    assert.equal(market.item(15).dimensions, undefined);
  });

  it('16, 17 and 18 have no buyable offer, each for its own reason', () => {
    assert.deepEqual(
      [16, 17, 18].map((n) => market.view(n).status),
      ['NoBuyableOffers', 'ActiveButTooSoonForProcessing', 'NoOfferDueToMissingShippingCharge'],
    );
    assert.equal(market.view(17).offersAvailableTimeMs, market.mine(17).startTimeMs);
    assert.equal(market.mine(18).shippingMinor, undefined);
  });

  it('19 has 25 rivals; the 20 offers of an answer include the demo seller’s', () => {
    const rivals = new Set(market.on(19).map((one) => one.sellerId));
    rivals.delete(ME);
    assert.equal(rivals.size, 25);
    const { total, shelves } = market.view(19);
    assert.equal(total, 26);
    assert.equal(shelves.New?.length, 20);
    assert.ok(shelves.New.some((one) => one.sellerId === ME));
  });

  it('20 is above the threshold, so a rival wins the buy box', () => {
    assert.ok(market.mine(20).listingPriceMinor > (market.item(20).competitivePriceThresholdMinor ?? 0));
    const [winner] = market.view(20).buyBox;
    assert.ok(winner !== undefined && winner.sellerId !== ME);
  });
});

describe('STORE_CA in the demo', () => {
  const market = new DemoMarket(demoRecords(NOW));

  it('has offers of both sellers who can sign in', () => {
    const sellers = market.offers.filter((one) => one.marketplaceId === 'STORE_CA').map((one) => one.sellerId);
    assert.ok(sellers.includes(ME) && sellers.includes(RIVAL));
    assert.equal(market.view(1, 'Consumer', NOW, 'STORE_CA').status, 'Success');
  });

  it('has a price so low that the minimum referral fee applies, and a book for the closing fee', () => {
    const schedule = market.schedules.find((one) => one.marketplaceId === 'STORE_CA');
    const apparel = schedule?.referral.categories.apparel_accessories;
    const { listingPriceMinor } = market.mine(4, 'STORE_CA');
    const rate = apparel?.tiers[0]?.rateBasisPoints ?? 0;
    assert.ok((listingPriceMinor * rate) / 10_000 < (apparel?.minimumMinor ?? 0));
    assert.ok(schedule?.referral.categories[market.item(3, 'STORE_CA').category]?.media);
  });
});
