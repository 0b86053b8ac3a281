import fc from 'fast-check';
import { HOUR_MS } from '../../src/domain/duration.ts';
import type { Json } from '../../src/domain/market/item.ts';
import type { Offer } from '../../src/domain/market/offer.ts';
import { type MarketRecord, readRecord } from '../../src/domain/market/records/market-record.ts';
import type { SellerFacts } from '../../src/domain/market/seller.ts';
import { MAX_MINOR } from '../../src/domain/money.ts';
import { type Board as AnyBoard, boardOf, inputsOf } from '../../src/domain/pricing/board.ts';
import { isValidAt } from '../../src/domain/pricing/board-time.ts';
import type { BoardView } from '../../src/domain/pricing/board-view.ts';
import type { MarketOffer } from '../../src/domain/pricing/offers.ts';
import { type ShelfOffer, type ShownOffer, toShelfOffer } from '../../src/domain/pricing/shelf-offer.ts';
import type { CustomerType } from '../../src/domain/vocabulary.ts';
import * as words from '../../src/domain/vocabulary.ts';

/* A small market for tests: offers with usual values, and arbitrary models of each record. */

export const NOW: number = Date.UTC(2026, 10, 15);

export const context = {
  currencyOf: (id: string): string | undefined => ({ STORE_US: 'USD', STORE_JP: 'JPY', STORE_KW: 'KWD' })[id],
};

type OfferChanges = Partial<Offer> & { seller?: Partial<SellerFacts> };

/** A buyable, eligible New offer of 20.00 + 0.00 by seller S1, with changed fields. */
export function offered({ seller, ...changes }: OfferChanges = {}): MarketOffer {
  const offer: Offer = {
    marketplaceId: 'STORE_US',
    sellerId: 'S1',
    sku: 'SKU1',
    itemId: 'ITEM1',
    currency: 'USD',
    condition: 'New',
    subCondition: 'New',
    channel: 'SELLER',
    listingPriceMinor: 2000,
    shippingMinor: 0,
    quantityDiscounts: [],
    availability: 'NOW',
    quantity: 5,
    active: true,
    ...changes,
  };
  return { offer, seller: { feedbackRating: 95, feedbackCount: 500, featuredMerchant: true, ...seller } };
}

/** The offer without a field. */
export function without(one: MarketOffer, name: keyof Offer): MarketOffer {
  const { [name]: _gone, ...offer } = one.offer;
  return { ...one, offer: offer as Offer };
}

export const ITEM = { currency: 'USD', competitivePriceThresholdMinor: 3000 };

export function readOk(value: unknown): MarketRecord {
  const result = readRecord(value, context);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.record;
}

const record = <T>(
  required: { [K in keyof T]: fc.Arbitrary<T[K]> },
  optional: Record<string, fc.Arbitrary<unknown>> = {},
) =>
  fc.record(
    { ...required, ...optional } as Record<string, fc.Arbitrary<unknown>>,
    { requiredKeys: Object.keys(required), noNullPrototype: true } as never,
  ) as fc.Arbitrary<Record<string, unknown>>;

const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,12}$/);
const sku = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim() || 'é/,#');
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((one) => one.replaceAll(/[\p{Cc}\p{Cs}]/gu, '') || 'x');
const minor = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: MAX_MINOR }));
const time = fc.integer({ min: 0, max: Date.UTC(2200, 0) });
const count = fc.integer({ min: 0, max: 1_000_000 });
const money = fc.constantFrom(
  { marketplaceId: 'STORE_US', currency: 'USD' },
  { marketplaceId: 'STORE_JP', currency: 'JPY' },
  { marketplaceId: 'STORE_KW', currency: 'KWD' },
);
const country = fc.constantFrom('US', 'CA', 'JP');

const discounts = fc.uniqueArray(fc.integer({ min: 2, max: 1000 }), { maxLength: 5 }).chain((quantities) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: 100_000 }), { minLength: quantities.length, maxLength: quantities.length })
    .map((prices) => {
      const falling = prices.sort((a, b) => b - a);
      return quantities.sort((a, b) => a - b).map((quantity, at) => ({ quantity, priceMinor: falling[at] as number }));
    }),
);

const marketplace = record({
  marketplaceId: id,
  name: text,
  countryCode: country,
  currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  isDefault: fc.boolean(),
});

const seller = record(
  {
    sellerId: id,
    plan: fc.constantFrom(...words.SELLER_PLANS),
    feedbackRating: fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
    feedbackCount: count,
    featuredMerchant: fc.boolean(),
  },
  {
    name: text,
    email: fc.constant('demo@store.example'),
    phone: fc.constant('+15550100123'),
    participations: fc.uniqueArray(
      record({ marketplaceId: id, isParticipating: fc.boolean(), hasSuspendedListings: fc.boolean() }),
      { selector: (one) => one.marketplaceId, maxLength: 3 },
    ),
  },
);

const inches = fc.integer({ min: 1, max: 100_000 });
const json = fc.dictionary(
  text.filter((key) => key !== '__proto__'),
  fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 })),
  { maxKeys: 5, noNullPrototype: true },
) as fc.Arbitrary<{ [name: string]: Json }>;

const item = fc
  .tuple(
    money,
    record(
      {
        itemId: id,
        category: id,
        attributes: json,
        salesRanks: fc.array(record({ category: text, rank: fc.integer({ min: 1, max: 1_000_000 }) }), {
          maxLength: 3,
        }),
        hazmat: fc.boolean(),
      },
      {
        dimensions: record({ lengthHundredthsIn: inches, widthHundredthsIn: inches, heightHundredthsIn: inches }),
        weightThousandthsLb: fc.integer({ min: 1, max: 100_000_000 }),
        listPriceMinor: minor,
        competitivePriceThresholdMinor: minor,
        tradeInValueMinor: minor,
        relatives: record({ children: fc.array(id, { maxLength: 3 }) }, { parent: id }),
      },
    ),
  )
  .map(([where, rest]) => ({ ...where, ...rest }));

const available = fc.oneof(
  fc.constantFrom({ availability: 'NOW' }, { availability: 'FUTURE_WITHOUT_DATE' }),
  time.map((availableDateMs) => ({ availability: 'FUTURE_WITH_DATE', availableDateMs })),
);

const offer = fc
  .tuple(
    money,
    available,
    record(
      {
        sellerId: id,
        sku,
        itemId: id,
        condition: fc.constantFrom(...words.CONDITIONS),
        subCondition: fc.constantFrom(...words.SUB_CONDITIONS),
        channel: fc.constantFrom(...words.FULFILLMENT_CHANNELS),
        listingPriceMinor: minor,
        quantityDiscounts: discounts,
        quantity: count,
        active: fc.boolean(),
      },
      {
        shippingMinor: minor,
        businessPriceMinor: minor,
        handling: fc.tuple(fc.nat(100), fc.nat(100)).map(([a, b]) => ({ minimumHours: a, maximumHours: a + b })),
        shipsFrom: record({ country }, { state: text }),
        conditionNotes: text,
        points: count,
        regularPriceMinor: minor,
        prime: record({ isPrime: fc.boolean(), isNationalPrime: fc.boolean() }),
        startTimeMs: time,
      },
    ),
  )
  .map(([where, when, rest]) => ({ ...where, ...when, ...rest }));

const basisPoints = fc.integer({ min: 1, max: 1_000_000 });
const priceGuard = record(
  { marketplaceId: fc.constantFrom('STORE_US', 'STORE_JP') },
  {
    maxStepBasisPoints: basisPoints,
    maxDayBasisPoints: basisPoints,
    minOfListPriceBasisPoints: fc.integer({ min: 1, max: 10_000 }),
    maxOfListPriceBasisPoints: fc.integer({ min: 10_000, max: 1_000_000 }),
    maxChangesPerHour: fc.integer({ min: 1, max: 100_000 }),
  },
);

/** Any valid record of any kind. */
export const anyRecord: fc.Arbitrary<MarketRecord> = fc.oneof(
  marketplace.map((value) => ({ kind: 'marketplace', op: 'upsert', value })),
  seller.map((value) => ({ kind: 'seller', op: 'upsert', value })),
  item.map((value) => ({ kind: 'item', op: 'upsert', value })),
  offer.map((value) => ({ kind: 'offer', op: 'upsert', value })),
  priceGuard.map((value) => ({ kind: 'priceGuard', op: 'upsert', value })),
  record({ marketplaceId: id }).map((key) => ({ kind: 'priceGuard', op: 'delete', key })),
  record({ marketplaceId: id, sellerId: id, sku }).map((key) => ({ kind: 'offer', op: 'delete', key })),
  record({ marketplaceId: id, itemId: id }).map((key) => ({ kind: 'item', op: 'delete', key })),
  record({ sellerId: id }).map((key) => ({ kind: 'seller', op: 'delete', key })),
  record({ marketplaceId: id }).map((key) => ({ kind: 'marketplace', op: 'delete', key })),
  record({ marketplaceId: id, effectiveFromMs: time }).map((key) => ({ kind: 'feeSchedule', op: 'delete', key })),
) as fc.Arbitrary<MarketRecord>;

const near = fc.constantFrom(...[-2, -1, 0, 1, 2].map((hours) => NOW + hours * HOUR_MS));

/** Offers of one item with few different prices and times, so that ties and changes at a time are common. */
export const anyOffers: fc.Arbitrary<MarketOffer[]> = fc.uniqueArray(
  fc
    .tuple(
      record(
        {
          sellerId: fc.constantFrom('S1', 'S2', 'S3', 'S4', 'S5', 'S6'),
          sku: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
          condition: fc.constantFrom('New', 'New', 'New', ...words.CONDITIONS),
          channel: fc.constantFrom(...words.FULFILLMENT_CHANNELS),
          listingPriceMinor: fc.constantFrom(0, 1000, 1000, 1100, 1100, 2000, 2000),
          quantityDiscounts: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: discounts }),
          quantity: fc.constantFrom(0, 1, 5, 5, 5),
          active: fc.constantFrom(true, true, true, false),
        },
        { businessPriceMinor: fc.constantFrom(900, 1000, 1500), startTimeMs: near, conditionNotes: fc.constant('n') },
      ),
      fc.constantFrom({}, { shippingMinor: 0 }, { shippingMinor: 0 }, { shippingMinor: 100 }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant({ availability: 'NOW' }) },
        { weight: 1, arbitrary: fc.constant({ availability: 'FUTURE_WITHOUT_DATE' }) },
        {
          weight: 1,
          arbitrary: near.map((availableDateMs) => ({ availability: 'FUTURE_WITH_DATE', availableDateMs })),
        },
      ),
      record({
        feedbackRating: fc.constantFrom(70, 95, 99.5),
        feedbackCount: fc.constantFrom(3, 100, 2000),
        featuredMerchant: fc.constantFrom(true, true, false),
      }),
    )
    .map(([rest, shipping, when, facts]) => {
      const { offer: usual } = without(offered(), 'shippingMinor');
      return { offer: { ...usual, ...shipping, ...when, ...rest } as Offer, seller: facts as SellerFacts };
    }),
  { selector: ({ offer: one }) => `${one.sellerId}/${one.sku}`, maxLength: 30 },
);

/** A board with the public fields of the offers that it shows. */
export type Board = AnyBoard<ShelfOffer>;

/** The board of an item with these offers, made from the offers themselves. */
export function makeBoard(item: Parameters<typeof inputsOf>[0], offers: readonly MarketOffer[], now: number): Board {
  const { consumer, business, ...rest } = boardOf(item, inputsOf(item, offers, now));
  const viewOf = (view: BoardView<ShownOffer<Offer>>, customer: CustomerType): BoardView => {
    const shelves: BoardView['shelves'] = {};
    for (const condition of words.CONDITIONS) {
      const list = view.shelves[condition];
      if (list)
        shelves[condition] = list.map((shown) => {
          const one = offers.find(({ offer }) => offer === shown.seen.offer) as MarketOffer;
          return toShelfOffer(one, shown, customer, now);
        });
    }
    return { ...view, shelves };
  };
  const board: Board = { ...rest, consumer: viewOf(consumer, 'Consumer') };
  if (business) board.business = viewOf(business, 'Business');
  return board;
}

/** The view of a customer type. Business customers get the consumer view when the board has no business view. */
export function viewFor(board: Board, customer: CustomerType): BoardView {
  return customer === 'Business' ? (board.business ?? board.consumer) : board.consumer;
}

export const isCurrent = (board: Board, now: number): boolean =>
  isValidAt(board.validFrom, board.validUntil, () => now);
