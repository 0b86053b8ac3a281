import { type MarketRecord, readRecord } from '../src/domain/market/records/market-record.ts';
import type { Market } from '../src/market/market.ts';
import { crowdOf, offerRecord, recordsWith } from './crowd.ts';
import type { Listing } from './market.ts';

const asRecord = recordsWith(readRecord);

/** Adds an item with `offers` offers, each from a different seller. Returns its listings, the cheapest first. `name`: see `crowdOf`. */
export async function addItemWithOffers(market: Market, offers: number, name?: string): Promise<Listing[]> {
  const { listings, records } = crowdOf(offers, name);
  await market.writer.apply(records.map(asRecord), { boards: 'now' });
  return listings;
}

/** The offer of a listing at this price. */
export const offerAt = (listing: Listing, cents: number): MarketRecord => asRecord(offerRecord(listing, cents));

/** A label for the item that has these listings. */
export const itemLabel = ({ length }: readonly Listing[]) =>
  `an item of ${length.toLocaleString('en-US')} offer${length === 1 ? '' : 's'}`;
