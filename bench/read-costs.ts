import type { Market } from '../src/market/market.ts';
import { itemLabel } from './item-with-offers.ts';
import type { Listing } from './market.ts';

export type Read = { what: string; count: number; read(n: number): unknown };

const LISTINGS_IN_USE = 100;
const ROUNDS = 3;

/** Reads by SKU: of the same few listings repeatedly, and of the whole sample. */
export function readsOfCatalogue(market: Market, listings: readonly Listing[]): Read[] {
  const every = Math.max(1, Math.floor(listings.length / LISTINGS_IN_USE));
  const inUse = listings.filter((_listing, n) => n % every === 0).slice(0, LISTINGS_IN_USE);
  const one = (from: readonly Listing[]) => (n: number) => market.reader.listing(pick(from, n), 'Consumer', 'New');
  const several = (from: readonly Listing[]) => (n: number) => market.reader.productsWithOwnOfferTexts(twenty(from, n));
  return [
    { what: 'one SKU, among 100 in frequent use', count: 10_000, read: one(inUse) },
    { what: 'one SKU, among all listings', count: 10_000, read: one(listings) },
    { what: 'twenty SKUs, among 100 in frequent use', count: 1_000, read: several(inUse) },
    { what: 'twenty SKUs, among all listings', count: 1_000, read: several(listings) },
  ];
}

/** The read for a fee estimate of an item, for a seller who offers it. */
export function readOfFees(market: Market, listings: readonly Listing[]): Read {
  const read = (n: number) => {
    const { marketplaceId, itemId, sellerId } = pick(listings, n);
    return market.facts.itemForFees({ marketplaceId, itemId }, sellerId);
  };
  return { what: 'fee read, among all listings', count: 10_000, read };
}

/** One SKU of an item, given all the listings of that item. */
export function readOfItem(market: Market, listings: readonly Listing[]): Read {
  const read = (n: number) => market.reader.listing(pick(listings, n), 'Consumer', 'New');
  return { what: `one SKU of ${itemLabel(listings)}`, count: 10_000, read };
}

export type ReadCost = { what: string; cpuMicros: number };

/** Processor time of each read, the lowest of three rounds. The reads take turns, so that other work affects all alike. */
export async function costsOf(reads: readonly Read[]): Promise<ReadCost[]> {
  const best = reads.map(({ what }) => ({ what, cpuMicros: Number.POSITIVE_INFINITY }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, read] of reads.entries()) {
      const cost = best[at] as ReadCost;
      cost.cpuMicros = Math.min(cost.cpuMicros, await cpuPerRead(read));
    }
  }
  return best;
}

async function cpuPerRead({ count, read }: Read): Promise<number> {
  for (let n = 0; n < count / 10; n += 1) await read(n);
  const before = process.cpuUsage();
  for (let n = 0; n < count; n += 1) await read(n);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** A different listing for each `n`, far from the one before. */
export const pick = (listings: readonly Listing[], n: number) => listings[(n * 7_919) % listings.length] as Listing;
const twenty = (listings: readonly Listing[], n: number) =>
  Array.from({ length: 20 }, (_, k) => pick(listings, n * 20 + k));
