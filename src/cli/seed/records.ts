import { STORE_US } from '../demo/marketplaces.ts';
import { defaultFeeSchedule } from '../fee-schedules/default.ts';
import { type Family, makeFamily, makeItem, optionsOf, parentRecord } from './items.ts';
import { OfferMaker } from './offers.ts';
import { Random } from './random.ts';
import { makeSeller, type SeedSeller, sellerRecord } from './sellers.ts';

export type SeedOptions = {
  items: number;
  sellers: number;
  /** Any whole number from 0 on; the same one gives the same market, byte for byte. */
  seed: number;
  /** In USD. The default is the demo's, whose record is then the same. */
  marketplaceId?: string;
  /** Dates of offers count from here, not from the clock: the same seed must give the same bytes tomorrow. */
  epochMs?: number;
};

const FAMILY_SIZE_STREAM = 6;
const FEWEST_VARIATIONS = 2;
const MAX_VARIATIONS = 6;

/**
 * A believable marketplace as records, in the order an import needs: marketplace, fee schedule, sellers, then each item with its
 * offers behind it, which lets an import make each board once. It streams: memory depends on the sellers, not on the items. What
 * comes for fewer items is the beginning of what comes for more; only the family that is cut there names relatives that are missing.
 */
export function* seedRecords(options: SeedOptions): Generator<Record<string, unknown>, void, undefined> {
  const { items, sellers, seed, marketplaceId = 'STORE_US', epochMs = Date.UTC(2026, 0, 1) } = options;
  checkCounts(options);
  const random = new Random(seed);
  yield marketplaceId === STORE_US.marketplaceId
    ? STORE_US
    : { ...STORE_US, marketplaceId, name: marketplaceId, isDefault: false };
  yield defaultFeeSchedule(marketplaceId);
  const known: SeedSeller[] = [];
  for (let index = 0; index < sellers; index++) {
    const seller = makeSeller(random, index);
    known.push(seller);
    yield sellerRecord(random, seller, index, marketplaceId);
  }
  const offers = new OfferMaker(random, known, marketplaceId, epochMs);
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

/** How many variations the family has that begins here; 1 is a single item, without a parent. */
function variationsOf(random: Random, family: Family, first: number): number {
  random.startStream(FAMILY_SIZE_STREAM, first);
  const most = Math.min(MAX_VARIATIONS, optionsOf(family));
  if (most < FEWEST_VARIATIONS || !random.chance(0.07)) return 1;
  return FEWEST_VARIATIONS + random.below(most - FEWEST_VARIATIONS + 1);
}

function checkCounts({ items, sellers, seed }: SeedOptions): void {
  const counts = [
    ['items', items, 0],
    ['sellers', sellers, 1],
    ['seed', seed, 0],
  ] as const;
  for (const [name, value, least] of counts) {
    if (Number.isSafeInteger(value) && value >= least) continue;
    throw new RangeError(`${name} must be a whole number from ${least} on, not ${value}`);
  }
}
