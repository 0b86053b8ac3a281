import { execFileSync } from 'node:child_process';
import { createWriteStream, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type DbConfig, openDb } from '../../src/db/open.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { OperatorKey } from '../../src/notifications/keys/operator-key.ts';
import { createNotifications } from '../../src/notifications/notifications.ts';
import { settleTables } from '../postgres.ts';
import { marketRecords, sellerIds } from './price-feed.ts';
import { settingsFor } from './store-copy.ts';

export const OPERATOR_KEY = 'a key that only this bench uses, and that is long enough';

/** Nobody listens there: no worker runs that would send something. */
const RECEIVER_URL = 'http://127.0.0.1:9/';

/** Imports the market of the feed into an empty store, with `npm run import` of the code in this folder. */
export async function importMarket(store: DbConfig, items: number, codeFolder: string): Promise<void> {
  const file = join(dirname(store.file), 'market.jsonl');
  await pipeline(function* lines() {
    for (const record of marketRecords(items)) yield `${JSON.stringify(record)}\n`;
  }, createWriteStream(file));
  const { PATH = '', HOME = '' } = process.env;
  execFileSync(process.execPath, ['src/main.ts', 'import', file], {
    cwd: codeFolder,
    env: { PATH, HOME, ...settingsFor(store) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  rmSync(file);
  if (store.databaseUrl !== undefined) await settleTables(store);
}

/** Gives each of these sellers a webhook for all events. */
export async function addReceivers(store: DbConfig, sellers = sellerIds): Promise<void> {
  const db = await openDb(store);
  const times = { deliveryLifetimeMs: HOUR_MS };
  const key = new OperatorKey(OPERATOR_KEY);
  const { destinations } = createNotifications({ db, key, now: Date.now, source: RECEIVER_URL, times });
  for (const sellerId of sellers) {
    const webhook = { url: `${RECEIVER_URL}${sellerId}`, headers: {}, maxInFlight: 10, others: {} };
    const draft = { sellerId, name: 'bench', type: 'WEBHOOKS', status: 'ACTIVE', isConfirmed: true } as const;
    await destinations.create({ ...draft, windowSeconds: 0, settings: { webhook } });
  }
  await db.close();
}
