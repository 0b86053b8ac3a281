import { FULL_SPEED, type LoadPace } from '../market/intake/load-pace.ts';
import type { Market } from '../market/market.ts';

const BOARDS_PER_TRANSACTION = 500;
/** For a gentle load, whose transactions are bounded by records: a board takes about as long as ten of them. */
const RECORDS_PER_BOARD = 10;
const REPORT_EVERY_MS = 5_000;

/** Builds the boards that a bulk change has marked as stale. Returns how many. */
export async function buildBoards(
  market: Market,
  out: { write(text: string): unknown },
  pace: LoadPace = FULL_SPEED,
): Promise<number> {
  const limit = () =>
    pace.maxBatch === undefined ? BOARDS_PER_TRANSACTION : Math.ceil(pace.maxBatch / RECORDS_PER_BOARD);
  while (await pace.take(() => market.maintenance.propagateSellerChanges(limit())));
  let built = 0;
  let reportedMs = performance.now();
  for (;;) {
    const batch = await pace.take(() => market.maintenance.refreshDue(limit()));
    if (batch === 0) return built;
    built += batch;
    if (performance.now() - reportedMs > REPORT_EVERY_MS) {
      reportedMs = performance.now();
      out.write(`${built.toLocaleString('en-US')} boards built\n`);
    }
  }
}
