import type { Config } from '../../config/config.ts';
import { openDb } from '../../db/open.ts';
import { openMarket } from '../../market/market.ts';
import { operatorKeyOf } from '../../notifications/keys/operator-key-source.ts';
import { PIECES_READY, type PieceAnswer, type PieceOrder, STOP_PIECES } from '../../processes/piece-fork.ts';
import { ignoreSignals } from '../../processes/provider-process.ts';
import { keySourcesOf } from '../settings/key-sources.ts';
import { priceChangeModeOf } from '../settings/price-change-mode.ts';
import { cannotStart } from '../store/cannot-start.ts';
import { startClock } from '../store/process-clock.ts';
import { storeOf } from '../store/store.ts';
import { processLog } from './process-log.ts';

/** One applies a piece, the other reads the clock. */
const CONNECTIONS = 2;

/** In a process of its own, which one that answers requests has started: applies pieces of large calls until that one says so, or is gone. */
export async function applyPieces(config: Config): Promise<number> {
  // Also those that go to the whole process group: who started this process decides when it ends.
  ignoreSignals();
  const onGone = () => process.exit(1);
  process.once('disconnect', onGone);
  const log = processLog(config);
  const db = await openDb({ ...storeOf(config), connections: CONNECTIONS });
  const clock = await startClock(db, (err, text) => log.warn({ err }, text));
  const key = await operatorKeyOf(db, { ...keySourcesOf(config), warn: (text) => log.warn(text) }).catch(cannotStart);
  const { priceChanges } = openMarket(db, clock.now, {
    ...{ priceChanges: await priceChangeModeOf(config, db), seal: key, keepsLastChanges: true },
  });
  const answerTo = async ({ order, ids }: PieceOrder): Promise<PieceAnswer> => {
    try {
      const items = await priceChanges.applyPiece(ids);
      return { order, items: items.map(({ marketplaceId, itemId }) => [marketplaceId, itemId] as const) };
    } catch (error) {
      // The other process tries it, too, and tells the caller why it fails.
      log.warn({ err: error }, 'a piece of price changes is left to the process that has its call');
      return { order, problem: 'It failed.' };
    }
  };
  const working = new Set<Promise<void>>();
  await new Promise<void>((resolve) => {
    process.on('message', (message: PieceOrder | typeof STOP_PIECES) => {
      if (message === STOP_PIECES) return resolve();
      const work = answerTo(message).then((answer) => void process.send?.(answer));
      working.add(work);
      void work.finally(() => working.delete(work));
    });
    process.send?.(PIECES_READY);
  });
  await Promise.all(working);
  await clock.stop();
  await db.close();
  process.off('disconnect', onGone);
  process.disconnect?.();
  return 0;
}
