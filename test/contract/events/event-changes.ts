import fc from 'fast-check';
import { HOUR_MS } from '../../../src/domain/duration.ts';
import { item, NOW, offer, type Plain, seller } from '../../market/market-fixture.ts';

/* Random changes of a small market. Few prices, facts and times, so that ties, losses and returns are common. */

export const ITEMS: readonly string[] = ['I1', 'I2'];
export const SELLERS: readonly string[] = ['S1', 'S2', 'S3'];
export const CONDITIONS: readonly string[] = ['New', 'Used', 'Club'];
const inHours = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

/** The same SKU may change its item: then the offer moves. */
const anyOffer = fc
  .record({
    sellerId: fc.constantFrom(...SELLERS),
    sku: fc.constantFrom('a', 'b', 'c'),
    itemId: fc.constantFrom('I1', 'I1', 'I2'),
    condition: fc.constantFrom('New', 'New', 'New', 'Used', 'Club'),
    channel: fc.constantFrom('FS', 'SELLER'),
    listingPrice: fc.constantFrom(10, 11, 12, 20, 31),
    shipping: fc.constantFrom(0, 0, 1, undefined),
    businessPrice: fc.constantFrom(undefined, undefined, undefined, undefined, 9, 35),
    quantity: fc.constantFrom(0, 5, 5, 5),
    active: fc.constantFrom(true, true, true, false),
    quantityDiscounts: fc.constantFrom(undefined, undefined, undefined, undefined, [{ quantity: 5, price: 8 }]),
    startHours: fc.constantFrom(undefined, undefined, undefined, -1, 1, 2),
    availableHours: fc.constantFrom(undefined, undefined, undefined, undefined, 1, 3),
    conditionNotes: fc.constantFrom(undefined, undefined, 'n', '"MyOffer":false,"SellerId":"S1"'),
  })
  .map(({ sellerId, sku, itemId, condition, startHours, availableHours, ...more }) => ({
    ...offer(sellerId, sku, itemId, { condition, ...more, subCondition: condition === 'Used' ? 'Good' : 'New' }),
    ...(startHours === undefined ? {} : { startTime: inHours(startHours) }),
    ...(availableHours === undefined
      ? {}
      : { availability: 'FUTURE_WITH_DATE', availableDate: inHours(availableHours) }),
  }));

const anySeller = fc
  .record({
    sellerId: fc.constantFrom(...SELLERS),
    feedbackRating: fc.constantFrom(70, 95.5, 95.6),
    feedbackCount: fc.constantFrom(9, 10, 500),
    featuredMerchant: fc.constantFrom(true, true, true, false),
  })
  .map(({ sellerId, ...facts }) => seller(sellerId, facts));

const anyItem = fc
  .record({
    itemId: fc.constantFrom(...ITEMS),
    competitivePriceThreshold: fc.constantFrom(undefined, 11, 25),
    listPrice: fc.constantFrom(undefined, 30, 40),
    salesRanks: fc.constantFrom([], [{ category: 'books', rank: 3 }], [{ category: 'books', rank: 4 }]),
  })
  .map(({ itemId, ...more }) => item(itemId, more));

const anyRemoval = fc
  .record({ sellerId: fc.constantFrom(...SELLERS), sku: fc.constantFrom('a', 'b', 'c') })
  .map(({ sellerId, sku }) => ({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId, sku }));

const anyRecords: fc.Arbitrary<Plain[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: anyOffer },
    { weight: 2, arbitrary: anyRemoval },
    { weight: 1, arbitrary: anySeller },
    { weight: 2, arbitrary: anyItem },
  ),
  { minLength: 1, maxLength: 3 },
);

export type Step = {
  records: Plain[];
  boards: 'now' | 'later';
  quiet: boolean;
  /** The clock goes on by this before the change. */
  hours: number;
  /** Background work after the change: none, addressing of events, or rebuilds of due boards as well. */
  work: 'none' | 'dispatch' | 'settle';
};

export const anyStep = (withQuiet: boolean): fc.Arbitrary<Step> =>
  fc.record({
    records: anyRecords,
    boards: fc.constantFrom('now', 'now', 'later'),
    quiet: withQuiet ? fc.constantFrom(false, false, false, true) : fc.constant(false),
    hours: fc.constantFrom(0, 0, 0, 1),
    work: fc.constantFrom('none', 'dispatch', 'settle'),
  });

/** The market before the first step: no offers. */
export const FIRST: readonly Plain[] = [...SELLERS.map((id) => seller(id)), ...ITEMS.map((id) => item(id))];

const ofS1 = (sku: string, itemId: string, more: Plain): Plain =>
  offer('S1', sku, itemId, {
    condition: 'New',
    subCondition: 'New',
    channel: 'FS',
    listingPrice: 10,
    shipping: 0,
    ...more,
  });
const loud = (record: Plain, hours: number, work: Step['work']): Step => ({
  ...{ records: [record], boards: 'now', quiet: false },
  ...{ hours, work },
});

/** A reader before the step with the index 3 finds the offer on I2 on sale, because its time has come, and that step takes it away. */
export const STARTED_FOR_A_READER: Step[] = [
  loud(item('I1', { salesRanks: [] }), 0, 'none'),
  loud(ofS1('c', 'I2', { quantity: 5, startTime: inHours(1) }), 0, 'settle'),
  loud(ofS1('a', 'I1', { quantity: 0 }), 1, 'none'),
  loud(ofS1('c', 'I1', { quantity: 0 }), 0, 'none'),
  loud(item('I1', { salesRanks: [] }), 0, 'settle'),
];
