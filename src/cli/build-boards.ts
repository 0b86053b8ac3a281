import type { Market } from '../market/market.ts';

const BOARDS_PER_TRANSACTION = 500;
const REPORT_EVERY_MS = 5_000;

/** Builds the boards that a bulk change has marked as stale. Returns how many. */
export async function buildBoards(market: Market, out: { write(text: string): unknown }): Promise<number> {
  while (await market.maintenance.propagateSellerChanges(BOARDS_PER_TRANSACTION));
  let built = 0;
  let reportedMs = performance.now();
  for (;;) {
    const batch = await market.maintenance.refreshDue(BOARDS_PER_TRANSACTION);
    if (batch === 0) return built;
    built += batch;
    if (performance.now() - reportedMs > REPORT_EVERY_MS) {
      reportedMs = performance.now();
      out.write(`${built.toLocaleString('en-US')} boards built\n`);
    }
  }
}
