import type { Sql } from '../../db/db.ts';
import { type FeesInForce, feesInForce } from '../../domain/fees/net-proceeds.ts';
import { feeSchedulesOf } from '../records/fee-schedule.ts';

/** The fees in force in a marketplace. */
export type FeesOf = (marketplaceId: string) => FeesInForce;

/** The fees of the marketplaces of these listings. */
export async function readFees(
  tx: Sql,
  listings: readonly { readonly marketplaceId: string }[],
  atMs: number,
): Promise<FeesOf> {
  const ids = new Set(listings.map(({ marketplaceId }) => marketplaceId));
  const schedules = await feeSchedulesOf(tx, ids);
  const fees = new Map(Array.from(ids, (id) => [id, feesInForce(schedules, id, atMs)]));
  return (marketplaceId) => fees.get(marketplaceId) ?? feesInForce([], marketplaceId, atMs);
}
