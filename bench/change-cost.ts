import type { ItemKey } from '../src/domain/market/item.ts';
import type { MarketRecord } from '../src/domain/market/records/market-record.ts';
import type { MarketReader } from '../src/market/market-reader.ts';
import type { MarketWriter } from '../src/market/market-writer.ts';

export type MeasuredMarket = {
  writer: Pick<MarketWriter, 'apply'>;
  reader: Pick<MarketReader, 'itemBoard' | 'isCurrent'>;
};

export type ChangeCost = { cpuMicros: number; wallMicros: number };

/**
 * Makes one change and returns its cost until the board of this item is on the disk and read. The read belongs to it: the
 * board of a large item may only be marked as stale by the change, and then its first reader rebuilds it. Imports only types:
 * `compare` passes the market of another commit.
 */
export async function costOfChange(market: MeasuredMarket, change: MarketRecord, item: ItemKey): Promise<ChangeCost> {
  const began = performance.now();
  const cpuBefore = process.cpuUsage();
  const [outcome] = await market.writer.apply([change], { boards: 'now' });
  const board = await market.reader.itemBoard(item, 'Consumer', 'New');
  const { user, system } = process.cpuUsage(cpuBefore);
  const wallMicros = (performance.now() - began) * 1_000;
  if (outcome !== 'changed') throw new Error(`The price change had the outcome ${JSON.stringify(outcome)}.`);
  if (board === undefined || !market.reader.isCurrent(board))
    throw new Error('The board is not up to date after the change.');
  return { cpuMicros: user + system, wallMicros };
}
