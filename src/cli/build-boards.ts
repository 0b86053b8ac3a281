import type { Market } from '../market/market.ts';

const BOARDS_A_TRANSACTION = 500;
const TELL_EVERY_MS = 5_000;

/** Makes the boards that a bulk change left to be made; how many. */
export async function buildBoards(market: Market, out: { write(text: string): unknown }): Promise<number> {
  while (await market.maintenance.propagateSellerChanges(BOARDS_A_TRANSACTION));
  let made = 0;
  let toldMs = performance.now();
  for (;;) {
    const piece = await market.maintenance.refreshDue(BOARDS_A_TRANSACTION);
    if (piece === 0) return made;
    made += piece;
    if (performance.now() - toldMs > TELL_EVERY_MS) {
      toldMs = performance.now();
      out.write(`boards: ${made.toLocaleString('en-US')} made\n`);
    }
  }
}
