import type { Db } from '../../db/db.ts';
import { type MarketRecord, readRecord } from '../../domain/market/records/market-record.ts';
import { type Market, openMarket } from '../../market/market.ts';
import { demoHistory } from './history.ts';
import { demoRecords } from './records.ts';

/**
 * Creates the demo market with some days of history: the real code applies each change, with the clock at the time of the
 * change. The market ends as `demoRecords`.
 */
export async function makeDemoMarket(db: Db, now: number): Promise<void> {
  let clock = now;
  const market = openMarket(db, () => clock);
  const read = demoReader(now);
  for (const { atMs, records } of demoHistory(now)) {
    clock = atMs;
    await market.writer.apply(records.map(read), { boards: 'now', quiet: true });
  }
}

/** Leads a demo market whose creation was interrupted to its end, without the rest of its history. */
export async function finishDemoMarket(market: Market): Promise<void> {
  const now = market.now();
  await market.writer.apply(demoRecords(now).map(demoReader(now)), { boards: 'now', quiet: true });
}

function demoReader(now: number): (value: Record<string, unknown>) => MarketRecord {
  const marketplaces = demoRecords(now).filter(({ kind }) => kind === 'marketplace');
  const currencies = new Map(marketplaces.map(({ marketplaceId, currency }) => [marketplaceId, currency as string]));
  return (value) => {
    const read = readRecord(value, { currencyOf: (id) => currencies.get(id) });
    if (!read.ok) throw new Error(`A demo record is invalid: ${JSON.stringify([value, read.problems])}`);
    return read.record;
  };
}
