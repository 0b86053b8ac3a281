import { openDb } from '../../src/db/open.ts';
import { storeClock } from '../../src/db/store-clock.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { MarketEvents } from '../../src/market/projections/events/event-queue.ts';
import { startDispatcher } from '../../src/notifications/dispatch/dispatcher.ts';
import type { DispatchOptions } from '../../src/notifications/dispatch/event-dispatch.ts';
import { latestEngineTime } from '../../src/notifications/engine-time.ts';
import { OperatorKey } from '../../src/notifications/keys/operator-key.ts';
import { createNotifications } from '../../src/notifications/notifications.ts';
import { startFormerDispatcher } from '../notifications/former-dispatcher.ts';

/*
 * A process that only addresses events, to be killed. STORE is what `openDb` takes, as JSON. FORMER is set: as the release before does it.
 * It prints how many events of sellers each transaction wrote.
 */

const { STORE = '{}', OPERATOR_KEY = '', FORMER } = process.env;
const db = await openDb(JSON.parse(STORE));
const { now } = await storeClock(db, { latestKnownMs: () => latestEngineTime(db) });
const times = { deliveryLifetimeMs: HOUR_MS };
const { events } = createNotifications({ db, key: new OperatorKey(OPERATOR_KEY), now, source: 'http://test/', times });
const print = (text: string) => process.stdout.write(`${text}\n`);
const parts: DispatchOptions = {
  ...{ db, now, events, source: new MarketEvents(db, now) },
  transaction: (work, options) => db.transaction(work, options),
  onDispatched: ({ countByKind }) => print(`addressed ${countByKind.values().reduce((sum, one) => sum + one, 0)}`),
  onFailure: (error) => print(`failed ${error}`),
  onPostponed: (_item, error) => print(`postponed ${error}`),
};
const dispatcher = FORMER === undefined ? startDispatcher({ ...parts, pollMs: 50 }) : startFormerDispatcher(parts);
process.once('SIGTERM', () => void dispatcher.stop().then(() => db.close()));
print('ready');
