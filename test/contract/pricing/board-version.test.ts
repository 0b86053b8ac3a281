import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Item } from '../../../src/domain/market/item.ts';
import type { Offer } from '../../../src/domain/market/offer.ts';
import { readRecord } from '../../../src/domain/market/records/market-record.ts';
import type { Seller } from '../../../src/domain/market/seller.ts';
import { BOARD_VERSION, OLDEST_READER_VERSION, writeOwnOfferText } from '../../../src/wire/pricing/board.ts';
import { writtenBoard } from './written-board.ts';

/** The digest of the texts below, by the version that writes them. Add a line with each version; never change a line. */
const written: readonly (readonly [version: number, digest: string])[] = [
  [2_004, '5HVJ7kCAVa4gAlDpLHSkUnBlC0OVWnV2YE_UfV3quGE'],
  // From this version on the decision is stored with the pieces.
  [2_005, 'CnegMwmM3b1HHAWSJeErr9RURDjiKWBM2_Sk3C-ohDs'],
  // From this version on the decision has digests.
  [2_006, 'Vx3cf-xRqWIqS5P5_hrrJIN2noHCpjMN4Hm3qlG-W3A'],
];

const NOW = Date.UTC(2026, 10, 15);
const FUTURE = '2026-12-24T00:00:00Z';
const PAST = '2026-01-01T00:00:00Z';

const sellers = [
  { sellerId: 'S1', plan: 'Professional', feedbackRating: 95.5, feedbackCount: 100, featuredMerchant: true },
  { sellerId: 'S2', plan: 'Professional', feedbackRating: 88, feedbackCount: 5_000, featuredMerchant: true },
  { sellerId: 'S3', plan: 'Individual', feedbackRating: 60, feedbackCount: 3, featuredMerchant: false },
];

/** Every optional field of items and offers, every condition, every status of a board. */
const items = [
  {
    itemId: 'FULL',
    attributes: { Title: 'A "lamp"\u{2028}', Brand: 'é', Size: { Units: 'in', Value: 3 }, Features: ['x', null, true] },
    dimensions: { lengthIn: 10, widthIn: 5.25, heightIn: 1 },
    weightLb: 1.5,
    listPrice: 49.99,
    competitivePriceThreshold: 30,
    salesRanks: [{ category: 'home', rank: 7 }],
    tradeInValue: 2.5,
    relatives: { parent: 'PARENT', children: ['CHILD1', 'CHILD2'] },
  },
  { itemId: 'EMPTY' },
  { itemId: 'SOON' },
  { itemId: 'NO-CHARGE' },
];
const discounts = [
  { quantity: 5, price: 17 },
  { quantity: 50, price: 15.5 },
];
const offers = [
  { sku: 'a', channel: 'FS', listingPrice: 20, prime: { isPrime: true, isNationalPrime: false } },
  { sku: 'b', listingPrice: 18, shipping: 2, businessPrice: 16.5, quantityDiscounts: discounts, regularPrice: 25 },
  { sku: '\u{FF21}', sellerId: 'S2', listingPrice: 20, handling: { minimumHours: 24, maximumHours: 48 } },
  { sku: '\u{1F600}', sellerId: 'S2', listingPrice: 20, shipsFrom: { state: 'WA', country: 'US' } },
  { sku: 'c', sellerId: 'S3', listingPrice: 1, conditionNotes: 'From a "smoke-free" home' },
  { sku: 'd', sellerId: 'S2', listingPrice: 19, availability: 'FUTURE_WITH_DATE', availableDate: FUTURE },
  { sku: 'e', listingPrice: 31, availability: 'FUTURE_WITH_DATE', availableDate: PAST },
  { sku: 'f', condition: 'Used', subCondition: 'Good', listingPrice: 9, shipping: 3, conditionNotes: 'Scratched' },
  { sku: 'g', sellerId: 'S2', condition: 'Used', subCondition: 'Poor', listingPrice: 12, quantityDiscounts: discounts },
  { sku: 'h', condition: 'Collectible', subCondition: 'Mint', listingPrice: 99.9, businessPrice: 90 },
  { sku: 'i', condition: 'Refurbished', subCondition: 'OEM', listingPrice: 14, startTime: PAST },
  { sku: 'j', sellerId: 'S2', condition: 'Club', subCondition: 'Club', listingPrice: 13 },
  { sku: 'k', listingPrice: 11, startTime: FUTURE },
  { sku: 'l', listingPrice: 10, active: false },
  { sku: 'm', listingPrice: 10, quantity: 0 },
  { sku: 'n', listingPrice: 10, shipping: undefined },
  { sku: 'o', listingPrice: 10, availability: 'FUTURE_WITHOUT_DATE' },
  { sku: 'p', itemId: 'SOON', listingPrice: 10, startTime: FUTURE },
  { sku: 'q', itemId: 'NO-CHARGE', listingPrice: 10, shipping: undefined },
  // More than a shelf holds.
  ...Array.from({ length: 25 }, (_, n) => ({ sku: `x${n}`, sellerId: 'S3', listingPrice: 40 + (n % 3) })),
];
const anOffer = {
  ...{ kind: 'offer', marketplaceId: 'M1', sellerId: 'S1', itemId: 'FULL', condition: 'New', subCondition: 'New' },
  ...{ channel: 'SELLER', shipping: 0, quantity: 5 },
};

function modelOf<Model>(value: object): Model {
  const read = readRecord(value, { currencyOf: () => 'USD' });
  if (!read.ok || read.record.op !== 'upsert') throw new Error(JSON.stringify([value, read]));
  return read.record.value as Model;
}

/** All that a rebuild stores of these items. */
function writtenTexts(): unknown[] {
  const sellerModels = sellers.map((seller) => modelOf<Seller>({ kind: 'seller', ...seller }));
  const offerModels = offers.map((offer) => modelOf<Offer>({ ...anOffer, ...offer }));
  return items.map((value) => {
    const item = modelOf<Item>({ kind: 'item', marketplaceId: 'M1', category: 'home', ...value });
    const onItem = offerModels.filter(({ itemId }) => itemId === item.itemId);
    const sellerOf = (offer: Offer) => sellerModels.find(({ sellerId }) => sellerId === offer.sellerId) as Seller;
    const { board, pieces } = writtenBoard(
      item,
      onItem.map((offer) => ({ offer, seller: sellerOf(offer) })),
      NOW,
    );
    const ownOfferTexts = sellers.map(({ sellerId }) =>
      writeOwnOfferText(onItem.filter((offer) => offer.sellerId === sellerId)),
    );
    return [board.validFrom, board.validUntil, board.consumer.status, pieces, ownOfferTexts, board.decision];
  });
}

describe('the version of stored boards', () => {
  test('is raised with every change of what is written', () => {
    const digest = createHash('sha256').update(JSON.stringify(writtenTexts())).digest('base64url');
    const [lastVersion, lastDigest] = written.at(-1) ?? [0, ''];
    if (digest !== lastDigest && BOARD_VERSION === lastVersion) {
      assert.fail(
        `The written boards changed: raise BOARD_VERSION in src/wire/pricing/board.ts, or stored boards keep the old form. Then add [${BOARD_VERSION + 1}, '${digest}'] to this test.`,
      );
    }
    assert.deepEqual([BOARD_VERSION, digest], [lastVersion, lastDigest], 'add the new version and digest to this test');
  });

  test('rises from line to line', () => {
    const versions = written.map(([version]) => version);
    assert.deepEqual(
      versions,
      [...new Set(versions)].sort((a, b) => a - b),
    );
  });

  test('is not below the oldest version that can read it', () => {
    assert.ok(OLDEST_READER_VERSION <= BOARD_VERSION);
  });

  test('is tied to texts that show every condition, status and kind of price', () => {
    const text = JSON.stringify(writtenTexts());
    for (const word of ['New', 'Used', 'Collectible', 'Refurbished', 'Club', 'B2B', 'QUANTITY_DISCOUNT']) {
      assert.ok(text.includes(word), word);
    }
    for (const status of ['Success', 'NoBuyableOffers', 'ActiveButTooSoon', 'NoOfferDueToMissingShippingCharge']) {
      assert.ok(text.includes(status), status);
    }
  });
});
