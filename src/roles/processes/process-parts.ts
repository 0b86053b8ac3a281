import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import type { Log } from '../../log/log.ts';
import { type Market, openMarket } from '../../market/market.ts';
import { type NotificationParts, notificationsOf } from '../notifications.ts';
import { isDemoStore } from '../production.ts';
import { openStore } from '../store.ts';
import { type Tracing, tracingOf } from '../tracing.ts';
import { type ProcessClock, startClock } from './process-clock.ts';

/** What every serving process has, whatever its role: the store, its clock, and the modules that work on them. */
export type ProcessParts = {
  log: Log;
  db: Db;
  clock: ProcessClock;
  market: Market;
  /** Whether the store is a demo that only this machine can reach. */
  isDemo: boolean;
  notificationParts: NotificationParts;
  /** Absent when no collector is configured. */
  tracing: Tracing | undefined;
};

/** `prepare` runs when the store is open, and before anything depends on what it holds. */
export async function processPartsOf(
  config: Config,
  log: Log,
  prepare: (db: Db, market: Market) => Promise<void> = async () => undefined,
): Promise<ProcessParts> {
  const tracing = await tracingOf(config, log);
  const store = await openStore(config);
  const db = tracing?.store(store) ?? store;
  const clock = await startClock(db, (err, text) => log.warn({ err }, text));
  const market = openMarket(db, clock.now);
  await prepare(db, market);
  const isDemo = await isDemoStore(config, db);
  const notificationParts = await notificationsOf(config, db, { isDemo, log, now: clock.now });
  return { log, db, clock, market, isDemo, notificationParts, tracing };
}
