import type { FeeSchedule, FeeScheduleKey } from '../../domain/fees/fee-schedule.ts';
import type { Item, ItemKey } from '../../domain/market/item.ts';
import type { Marketplace, MarketplaceKey } from '../../domain/market/marketplace.ts';
import type { Offer, OfferKey } from '../../domain/market/offer.ts';
import type { PriceGuard, PriceGuardKey } from '../../domain/market/price-guard.ts';
import type { MarketRecord } from '../../domain/market/records/market-record.ts';
import type { Seller, SellerKey } from '../../domain/market/seller.ts';
import type { Entry } from './record-change.ts';
import { recordKey } from './record-key.ts';
import { keyText } from './record-table.ts';

type Entries<Models extends Record<string, unknown>> = { [Kind in keyof Models]: Entry<Models[Kind]>[] };

type Upserts = {
  marketplace: Marketplace;
  seller: Seller;
  item: Item;
  offer: Offer;
  feeSchedule: FeeSchedule;
  priceGuard: PriceGuard;
};
type Removals = {
  marketplace: MarketplaceKey;
  seller: SellerKey;
  item: ItemKey;
  offer: OfferKey;
  feeSchedule: FeeScheduleKey;
  priceGuard: PriceGuardKey;
};

/** Records that can be written kind by kind: upserts of different records, or removals of one kind. */
export type RecordGroup = { op: 'upsert'; entries: Entries<Upserts> } | { op: 'delete'; entries: Entries<Removals> };

/**
 * Cuts a batch into groups with the same result as its records one after the other. An import alternates items and offers: if
 * each run of one kind were written on its own, each would cost a round trip.
 */
export function groupsOf(records: readonly MarketRecord[]): RecordGroup[] {
  const groups: RecordGroup[] = [];
  let seen = new Set<string>();
  let operation = '';
  records.forEach((record, index) => {
    const key = recordKey(record);
    const text = keyText(key);
    const name = `${record.kind} ${text}`;
    const nextOperation = record.op === 'upsert' ? record.op : `${record.op} ${record.kind}`;
    let group = groups.at(-1);
    if (group === undefined || operation !== nextOperation || seen.has(name)) {
      group = emptyGroup(record.op);
      groups.push(group);
      seen = new Set();
      operation = nextOperation;
    }
    seen.add(name);
    addTo(group, record, { index, key, text });
  });
  return groups;
}

function emptyGroup(op: MarketRecord['op']): RecordGroup {
  return { op, entries: { marketplace: [], seller: [], item: [], offer: [], feeSchedule: [], priceGuard: [] } };
}

function addTo(group: RecordGroup, record: MarketRecord, place: Omit<Entry<unknown>, 'value'>): void {
  const entries: Entry<unknown>[] = group.entries[record.kind];
  if (record.op === 'delete') entries.push({ ...place, value: record.key });
  else if (record.kind === 'offer') entries.push({ ...place, value: record.value, terms: record.terms });
  else entries.push({ ...place, value: record.value });
}
