import { parentPort, workerData } from 'node:worker_threads';
import { leaveCoreAtPauses } from '../../async/after-requests.ts';
import { OneAtATime } from '../../async/one-at-a-time.ts';
import type { Db } from '../../db/db.ts';
import { openDb } from '../../db/open.ts';
import { Fault } from '../../domain/fault.ts';
import { startBoardRefresher } from '../../market/background/board-refresher.ts';
import { type Market, openMarket } from '../../market/market.ts';
import { startDispatcher } from '../../notifications/dispatch/dispatcher.ts';
import type { OperatorKey } from '../../notifications/keys/operator-key.ts';
import { operatorKeyOf } from '../../notifications/keys/operator-key-source.ts';
import { createNotifications } from '../../notifications/notifications.ts';
import { publicUrlOf } from '../settings/addresses.ts';
import { keySourcesOf } from '../settings/key-sources.ts';
import { startClock } from '../store/process-clock.ts';
import { storeOf } from '../store/store.ts';
import type { FromMarketThread, MarketThreadData, ToMarketThread } from './market-thread-messages.ts';

/** As long as a piece of work between two pauses: at most half of a core. */
const REST_MS = 1;

/** The thread of `MarketThread`. */
const port = parentPort;
if (port === null) throw new Error('This program is a thread.');
const { config, mode, turns, isWorker, startMs }: MarketThreadData = workerData;
const send = (message: FromMarketThread) => port.postMessage(message);
const warn = (text: string) => (error: unknown) => send({ kind: 'warning', text, error: sendable(error) });

const db = await openDb({ ...storeOf(config), turns });
const clock = await startClock(db, (error, text) => warn(text)(error), { startMs });
const seal = await operatorKeyOf(db, keySourcesOf(config));
const market = openMarket(db, clock.now, { priceChanges: mode, seal, keepsLastChanges: true });
const background = isWorker ? startBackground(db, market, seal) : undefined;

port.on('message', (message: ToMarketThread) => {
  if (message.kind === 'apply') void apply(message);
  else if (message.kind === 'changed') background?.wake();
  else void stop();
});

async function apply({ call, ids, isBusy }: Extract<ToMarketThread, { kind: 'apply' }>): Promise<void> {
  leaveCoreAtPauses(isBusy ? REST_MS : 0);
  try {
    send({ kind: 'applied', call, decided: await market.priceChanges.applyHere(ids) });
  } catch (error) {
    const isStoreDown = error instanceof Fault && error.code === 'ServiceUnavailable';
    send({ kind: 'failed', call, error: sendable(isStoreDown ? error.cause : error), isStoreDown });
  }
}

/** What a worker does for the market. Where both threads of a process did it, requests would wait for one of them again. */
function startBackground(store: Db, { events: source, reader, maintenance }: Market, key: OperatorKey) {
  const { events } = createNotifications({
    ...{ db: store, key, now: clock.now, source: `${publicUrlOf(config)}/notifications/v4` },
    times: { deliveryLifetimeMs: config.notifyLifetimeSeconds * 1_000 },
  });
  const turnsOfDispatcher = new OneAtATime();
  const dispatcher = startDispatcher({
    ...{ db: store, now: clock.now, source, events, pollMs: config.notifyPollMs },
    transaction: (work, options) => turnsOfDispatcher.take('', () => store.transaction(work, options)),
    onDispatched({ countByKind, deliveries, tally }) {
      const batch = { countByKind, deliveries, tally: [...tally.entries()] };
      send({ kind: 'dispatched', batch, postponed: dispatcher.postponed() });
    },
    onFailure: warn('events cannot be addressed to sellers now; trying again'),
    onPostponed: (item, error) =>
      send({ kind: 'postponed', item, error: sendable(error), postponed: dispatcher.postponed() }),
  });
  reader.onBoards(dispatcher.wake);
  const refresher = startBoardRefresher(maintenance, warn('boards cannot be refreshed now; trying again'));
  return {
    wake: dispatcher.wake,
    async stop() {
      await Promise.all([dispatcher.stop(), refresher.stop()]);
    },
  };
}

/** Errors may have members that cannot go to another thread. */
function sendable(error: unknown): Error {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message), { stack });
}

async function stop(): Promise<void> {
  await background?.stop();
  await clock.stop();
  await db.close();
  turns?.close();
  port?.close();
}
