import { STORE_US } from '../demo/marketplaces.ts';
import { defaultFeeSchedule } from '../fee-schedules/default.ts';
import { type Family, makeFamily, makeItem, optionsOf, parentRecord } from './items.ts';
import { OfferMaker } from './offers.ts';
import { Random } from './random.ts';
import { makeSeller, type SeedSeller, sellerRecord } from './sellers.ts';

export type SeedOptions = {
  items: number;
  sellers: number;
  /** Any whole number from 0 on. The same seed gives the same market, byte for byte. */
  seed: number;
  /** A marketplace in USD. The default is the demo's marketplace, with the same record. */
  marketplaceId?: string;
  /** Dates of offers count from here and not from the clock: the same seed must give the same bytes tomorrow. */
  epochMs?: number;
};

const FAMILY_SIZE_STREAM = 6;
const MIN_VARIATIONS = 2;
const MAX_VARIATIONS = 6;

/**
 * Generates a realistic marketplace as records, in the order that an import needs: marketplace, fee schedule, sellers, then each
 * item followed by its offers, so that an import builds each board once. The records are streamed: memory depends on the number of
 * sellers, not of items. The records for fewer items are a prefix of those for more; only the family that is cut off there names
 * relatives that do not exist.
 */
export function* seedRecords(options: SeedOptions): Generator<Record<string, unknown>, void, undefined> {
  const { items, sellers, seed, marketplaceId = 'STORE_US', epochMs = Date.UTC(2026, 0, 1) } = options;
  checkCounts(options);
  const random = new Random(seed);
  yield marketplaceId === STORE_US.marketplaceId
    ? STORE_US
    : { ...STORE_US, marketplaceId, name: marketplaceId, isDefault: false };
  yield defaultFeeSchedule(marketplaceId);
  const made: SeedSeller[] = [];
  for (let index = 0; index < sellers; index++) {
    const seller = makeSeller(random, index);
    made.push(seller);
    yield sellerRecord(random, seller, index, marketplaceId);
  }
  const offers = new OfferMaker(random, made, marketplaceId, epochMs);
  for (let index = 0; index < items; ) {
    const family = makeFamily(random, index);
    const variations = variationsOf(random, family, index);
    const parent = variations === 1 ? undefined : index;
    if (parent !== undefined) yield parentRecord(family, index++, variations, marketplaceId);
    for (let variant = 0; variant < variations && index < items; variant++, index++) {
      const item = makeItem(random, family, { index, variant, parent }, marketplaceId);
      yield item.record;
      yield* offers.offersOn(item, index);
    }
  }
}

/** The number of variations of the family that begins here; 1 means a single item without a parent. */
function variationsOf(random: Random, family: Family, first: number): number {
  random.startStream(FAMILY_SIZE_STREAM, first);
  const max = Math.min(MAX_VARIATIONS, optionsOf(family));
  if (max < MIN_VARIATIONS || !random.chance(0.07)) return 1;
  return MIN_VARIATIONS + random.below(max - MIN_VARIATIONS + 1);
}

function checkCounts({ items, sellers, seed }: SeedOptions): void {
  const counts = [
    ['items', items, 0],
    ['sellers', sellers, 1],
    ['seed', seed, 0],
  ] as const;
  for (const [name, value, minimum] of counts) {
    if (Number.isSafeInteger(value) && value >= minimum) continue;
    throw new RangeError(`${name} must be a whole number from ${minimum} on, not ${value}`);
  }
}
