import type { Sql } from '../../db/db.ts';
import { feeScheduleRules } from './fee-schedule.ts';
import { itemRules } from './item.ts';
import type { TermsRule } from './kept-terms.ts';
import { marketplaceRules } from './marketplace.ts';
import { checkOffers, checkRemovals, type RemovedOffers } from './offer.ts';
import { priceGuardRules } from './price-guard.ts';
import { putRecords, removeRecords } from './put-records.ts';
import type { Applied, Changed, RecordChange } from './record-change.ts';
import type { RecordGroup } from './record-groups.ts';
import { sellerRules } from './seller.ts';

/**
 * The first stage of the pipeline: checks the records of a group and writes them, kind by kind, so that a record that others
 * need comes before them. A change that breaks a rule of the market (an offer on an unknown item, the removal of a seller with
 * offers) is rejected with its reason; the others take effect. Offers are only checked: the next stage writes them.
 */
export async function applyRecords(
  tx: Sql,
  { op, entries }: RecordGroup,
  rule: TermsRule,
  removedOffers: RemovedOffers = new Map(),
): Promise<Applied<RecordChange>> {
  if (op === 'upsert') {
    const marketplaces = await putRecords(tx, marketplaceRules, entries.marketplace);
    const sellers = await putRecords(tx, sellerRules, entries.seller);
    const items = await putRecords(tx, itemRules, entries.item);
    const earlier = { items: items.changes, sellers: sellers.changes, removedOffers };
    const offers = await checkOffers(tx, entries.offer, earlier, rule);
    const feeSchedules = await putRecords(tx, feeScheduleRules, entries.feeSchedule);
    const priceGuards = await putRecords(tx, priceGuardRules, entries.priceGuard);
    return joined([
      ofKind('marketplace', marketplaces),
      ofKind('seller', sellers),
      ofKind('item', items),
      offers,
      ofKind('feeSchedule', feeSchedules),
      ofKind('priceGuard', priceGuards),
    ]);
  }
  return joined([
    ofKind('marketplace', await removeRecords(tx, marketplaceRules, entries.marketplace)),
    ofKind('seller', await removeRecords(tx, sellerRules, entries.seller)),
    ofKind('item', await removeRecords(tx, itemRules, entries.item)),
    await checkRemovals(tx, entries.offer),
    ofKind('feeSchedule', await removeRecords(tx, feeScheduleRules, entries.feeSchedule)),
    ofKind('priceGuard', await removeRecords(tx, priceGuardRules, entries.priceGuard)),
  ]);
}

function ofKind<Kind extends string, Model>(
  kind: Kind,
  { changes, outcomes }: Applied<Changed<Model>>,
): Applied<Changed<Model> & { kind: Kind }> {
  return { changes: changes.map((change) => ({ ...change, kind })), outcomes };
}

function joined(applied: readonly Applied<RecordChange>[]): Applied<RecordChange> {
  return {
    changes: applied.flatMap(({ changes }) => changes),
    outcomes: applied.flatMap(({ outcomes }) => outcomes),
  };
}
