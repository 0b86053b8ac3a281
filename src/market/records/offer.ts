import type { Sql } from '../../db/db.ts';
import type { Item } from '../../domain/market/item.ts';
import type { Offer, OfferKey } from '../../domain/market/offer.ts';
import type { FieldProblem } from '../../domain/market/records/reading.ts';
import type { Seller } from '../../domain/market/seller.ts';
import { together } from '../../domain/maybe-promise.ts';
import { equalTerms } from '../../domain/price-changes/terms.ts';
import { items } from './item.ts';
import { keptTerms, moveRecordTimes, type RecordedAt, recordTime, type TermsRule } from './kept-terms.ts';
import { absentOutcome, keysOf, NOTHING } from './put-records.ts';
import type {
  Applied,
  Changed,
  ChangeOutcome,
  Entry,
  IndexedOutcome,
  KeptTerms,
  OfferChange,
  OfferToWrite,
  PreviousOffer,
} from './record-change.ts';
import { findRecords, keyText, lockTexts, type RecordTable } from './record-table.ts';
import { sellers } from './seller.ts';

/** The rest of its many columns is written by `offers/write-offers.ts`. */
export const offers: RecordTable<OfferKey> = {
  name: 'offer',
  keyColumns: ['marketplace_id', 'seller_id', 'sku'],
  keyOf: ({ marketplaceId, sellerId, sku }) => [marketplaceId, sellerId, sku],
  alsoRead: [
    ...['offer.item_id', 'offer.state', 'offer.terms_revision', 'offer.terms_set_ms', 'offer.terms_since_ms'],
    ...['offer.record_ms', 'offer.changed_ms', 'offer.turns_ms'],
    `(SELECT COUNT(*) FROM offer AS other WHERE other.marketplace_id = offer.marketplace_id
        AND other.item_id = offer.item_id AND other.seller_id = offer.seller_id AND other.sku <> offer.sku) AS siblings`,
    ...['item.record AS item_record', 'seller.record AS seller_record'],
  ],
  joins: `JOIN item ON item.marketplace_id = offer.marketplace_id AND item.item_id = offer.item_id
       JOIN seller ON seller.seller_id = offer.seller_id`,
};

/** Records that the same batch added or removed before: an offer may need them. */
export type EarlierRecords = {
  items: readonly Changed<Item>[];
  sellers: readonly Changed<Seller>[];
  removedOffers: RemovedOffers;
};

/** The last revisions of the terms of offers that earlier groups of the batch removed, by `keyText`: the log does not have them yet. */
export type RemovedOffers = ReadonlyMap<string, number>;

/** Which of these offers may be written: their items and sellers must exist, in the store or earlier in the batch. */
export async function checkOffers(
  tx: Sql,
  entries: readonly Entry<Offer>[],
  added: EarlierRecords,
  rule: TermsRule,
): Promise<Applied<OfferChange>> {
  if (entries.length === 0) return NOTHING;
  const stored = await findRecords<OfferKey, PreviousOffer>(tx, offers, keysOf(entries));
  const unchanged: IndexedOutcome[] = [];
  const confirmed: RecordedAt[] = [];
  const pending: { entry: Entry<Offer>; text: string; kept: Omit<KeptTerms, 'effect'> | undefined }[] = [];
  for (const sent of entries) {
    const before = stored.get(sent.text);
    const { entry, kept } = keptTerms(sent, before, rule);
    const text = JSON.stringify(entry.value);
    if (before?.record !== text) {
      pending.push({ entry, text, kept });
      continue;
    }
    unchanged.push({ index: entry.index, outcome: outcomeOf('unchanged', kept) });
    confirmed.push({ key: entry.key, text: entry.text, recordMs: recordTime(entry.terms, before, rule) });
  }
  if (rule.mode === 'confirmed') await moveRecordTimes(tx, confirmed);
  if (pending.length === 0) return { changes: [], outcomes: unchanged };
  const recordsFor = await requiredRecords(
    tx,
    pending.map(({ entry }) => entry),
    stored,
    added,
  );
  const revisionOf = await newRevisions(
    tx,
    pending.map(({ entry }) => entry),
    stored,
    added.removedOffers,
  );
  const changes: OfferChange[] = [];
  const outcomes = pending.map(({ entry, text, kept }): IndexedOutcome => {
    const { index, value, text: key, terms: policy } = entry;
    const { item, seller } = recordsFor(value, index, key);
    if (item === undefined) return { index, outcome: { problems: [missingItem(value)] } };
    if (seller === undefined) return { index, outcome: { problems: [missingSeller(value)] } };
    const before = stored.get(key);
    const after: OfferToWrite = {
      ...{ offer: value, text, item: item.model, itemText: item.text, seller: seller.model },
      ...{ termsRevision: revisionOf(value, key), policy, recordMs: recordTime(policy, before, rule) },
    };
    changes.push({ kind: 'offer', index, key: value, before, after });
    return { index, outcome: before === undefined ? 'added' : outcomeOf('changed', kept) };
  });
  return { changes, outcomes: [...unchanged, ...outcomes] };
}

const outcomeOf = (effect: KeptTerms['effect'], kept: Omit<KeptTerms, 'effect'> | undefined): ChangeOutcome =>
  kept === undefined ? effect : { effect, ...kept };

/**
 * The revisions that the terms of these offers get. An offer that was removed and comes back goes on where it was, as far as the log or a
 * receipt tells. Receipts may be kept longer than the log: an undo of one must not fit the terms of another time.
 */
async function newRevisions(
  tx: Sql,
  entries: readonly Entry<Offer>[],
  stored: ReadonlyMap<string, PreviousOffer>,
  removed: RemovedOffers,
): Promise<(offer: Offer, key: string) => number> {
  const added = entries.filter(({ text }) => !stored.has(text) && !removed.has(text));
  const rows = await tx.many<{ key: string; revision: number | null; receipt: number | null }>(
    `SELECT k.column1 || '\n' || k.column2 || '\n' || k.column3 AS key, (SELECT revision FROM terms_log
        WHERE marketplace_id = k.column1 AND seller_id = k.column2 AND sku = k.column3
        ORDER BY until_ms DESC, revision DESC LIMIT 1) AS revision,
        (SELECT MAX(terms_revision) FROM price_change WHERE marketplace_id = k.column1 AND seller_id = k.column2
          AND sku = k.column3 AND terms_revision IS NOT NULL) AS receipt
       FROM (VALUES {rows: text, text, text}) AS k`,
    added.map(({ key }) => key),
  );
  const last = new Map(removed);
  for (const { key, revision, receipt } of rows) last.set(key, Math.max(revision ?? 0, receipt ?? 0));
  return (offer, key) => {
    const before = stored.get(key);
    if (before === undefined) return (last.get(key) ?? 0) + 1;
    const isSame = before.item_id === offer.itemId && equalTerms(JSON.parse(before.record), offer);
    return before.terms_revision + (isSame ? 0 : 1);
  };
}

/** Which of these offers can be removed: those that exist. */
export async function checkRemovals(tx: Sql, entries: readonly Entry<OfferKey>[]): Promise<Applied<OfferChange>> {
  const stored = await findRecords<OfferKey, PreviousOffer>(tx, offers, keysOf(entries));
  const changes = entries.flatMap(({ index, value, text }): OfferChange[] => {
    const before = stored.get(text);
    return before === undefined ? [] : [{ kind: 'offer', index, key: value, before, after: undefined }];
  });
  const outcomes = entries.map(
    (entry): IndexedOutcome =>
      stored.has(entry.text) ? { index: entry.index, outcome: 'removed' } : absentOutcome(entry),
  );
  return { changes, outcomes };
}

/** A record that an offer needs. `text` is undefined where an earlier record of the batch added it. */
type Required<Model> = { model: Model; text: string | undefined };

/** The item and the seller of an offer, by its place in the batch and its `keyText`. */
type RecordsFor = (
  offer: Offer,
  index: number,
  key: string,
) => { item: Required<Item> | undefined; seller: Required<Seller> | undefined };

/**
 * Finds the records that offers need. Those of an offer that stays on its item came with it. They need no lock: whatever changes them
 * takes the lock of the item's board, or rebuilds that board in a later transaction. That transaction does not find an offer that
 * is only now added to the item, so the records of such an offer are locked.
 */
async function requiredRecords(
  tx: Sql,
  entries: readonly Entry<Offer>[],
  stored: ReadonlyMap<string, PreviousOffer>,
  added: EarlierRecords,
): Promise<RecordsFor> {
  const stays = ({ itemId }: Offer, key: string) => stored.get(key)?.item_id === itemId;
  const arriving = entries.filter(({ value, text }) => !stays(value, text)).map(({ value }) => value);
  const [itemOf, sellerOf] = await together([
    required(tx, items, arriving, added.items),
    required(tx, sellers, arriving, added.sellers),
  ]);
  const [itemIn, sellerIn] = [parsedOnce<Item>(), parsedOnce<Seller>()];
  return (offer, index, key) => {
    const before = stored.get(key);
    if (before === undefined || !stays(offer, key))
      return { item: itemOf(offer, index), seller: sellerOf(offer, index) };
    return { item: itemIn(before.item_record), seller: sellerIn(before.seller_record) };
  };
}

/** Parses a stored text. Many offers of a batch may have the same item, or the same seller. */
function parsedOnce<Model>(): (text: string) => Required<Model> {
  const parsed = new Map<string, Required<Model>>();
  return (text) => {
    const found = parsed.get(text) ?? { model: JSON.parse(text), text };
    parsed.set(text, found);
    return found;
  };
}

/** Finds the record that an offer at a place in the batch needs. The stored ones are locked until the transaction ends. */
async function required<Model extends Key, Key>(
  tx: Sql,
  table: RecordTable<Key>,
  needing: readonly (Offer & Key)[],
  added: readonly Changed<Model>[],
): Promise<(offer: Offer & Key, index: number) => Required<Model> | undefined> {
  const addedNow = new Map<string, { index: number; model: Model }>();
  for (const { index, before, after } of added) {
    if (before === undefined && after !== undefined) addedNow.set(keyText(table.keyOf(after)), { index, model: after });
  }
  const wanted = new Map<string, string[]>();
  for (const offer of needing) {
    const key = table.keyOf(offer);
    const text = keyText(key);
    if (!addedNow.has(text)) wanted.set(text, key);
  }
  const texts = await lockTexts(tx, table, [...wanted.values()]);
  const stored = new Map<string, Required<Model>>();
  for (const [key, text] of texts) stored.set(key, { model: JSON.parse(text), text });
  return (offer, index) => {
    const key = keyText(table.keyOf(offer));
    const found = addedNow.get(key);
    if (found !== undefined && found.index < index) return { model: found.model, text: undefined };
    return stored.get(key);
  };
}

export const missingItem = ({ marketplaceId, itemId }: Offer): FieldProblem => ({
  field: 'itemId',
  reason: `there is no item ${itemId} in ${marketplaceId}; its record must come first`,
});

export const missingSeller = ({ sellerId }: Offer): FieldProblem => ({
  field: 'sellerId',
  reason: `there is no seller ${sellerId}; its record must come first`,
});
