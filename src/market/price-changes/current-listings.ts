import type { Sql } from '../../db/db.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import type { Decision } from '../../domain/pricing/decision.ts';
import type { MarketWriter } from '../market-writer.ts';
import { lockChangedBoards, type Validity } from '../projections/boards/board-table.ts';
import { type ListingPosition, readListingPositions } from '../projections/boards/listing-position.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';

/** A listing whose board is current: it has a decision. */
export type PlacedPosition = ListingPosition & { decision: Decision };

/** Locks the boards of listings. SQLite runs transactions one by one. */
export async function lockListings(
  tx: Sql,
  listings: readonly OfferKey[],
  engine: 'sqlite' | 'postgres',
): Promise<void> {
  if (engine === 'sqlite') return;
  const places = listings.map(({ marketplaceId, sellerId, sku }) => [marketplaceId, '', sellerId, sku]);
  await lockChangedBoards(tx, places);
}

/** Where listings stand, in any order. Boards that are not current are rebuilt first. */
export async function currentListings(
  tx: Sql,
  listings: readonly OfferKey[],
  { writer, isCurrent }: { writer: MarketWriter; isCurrent(validity: Validity): boolean },
): Promise<PlacedPosition[]> {
  let found = await readListingPositions(tx, listings);
  const outdated = found.filter((one) => one.decision === null || !isCurrent(one));
  if (outdated.length > 0) {
    const places = outdated.map(({ offer: { marketplaceId, itemId } }) => ({ marketplaceId, itemId }));
    const keys = new Map(places.map((place) => [keyText(items.keyOf(place)), place]));
    await writer.rebuildIn(tx, [...keys.values()]);
    found = await readListingPositions(tx, listings);
  }
  return found as PlacedPosition[];
}
