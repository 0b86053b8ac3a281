import type { MarketRecord } from '../../domain/market/records/market-record.ts';
import { feeSchedules } from './fee-schedule.ts';
import { items } from './item.ts';
import { marketplaces } from './marketplace.ts';
import { offers } from './offer.ts';
import { sellers } from './seller.ts';

/** The values of a record's key, as the store has them. */
export function recordKey(record: MarketRecord): string[] {
  switch (record.kind) {
    case 'offer':
      return offers.keyOf(record.op === 'upsert' ? record.value : record.key);
    case 'item':
      return items.keyOf(record.op === 'upsert' ? record.value : record.key);
    case 'seller':
      return sellers.keyOf(record.op === 'upsert' ? record.value : record.key);
    case 'marketplace':
      return marketplaces.keyOf(record.op === 'upsert' ? record.value : record.key);
    case 'feeSchedule':
      return feeSchedules.keyOf(record.op === 'upsert' ? record.value : record.key);
  }
}
