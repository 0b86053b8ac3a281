import { join } from 'node:path';
import { type DbConfig, openDb, openSnapshots } from '../../../src/db/open.ts';
import { openMarket } from '../../../src/market/market.ts';
import { OperatorKey } from '../../../src/notifications/keys/operator-key.ts';
import { createNotifications } from '../../../src/notifications/notifications.ts';
import { FolderDocuments } from '../../../src/reports/files/folder-documents.ts';
import { TableDocuments } from '../../../src/reports/files/table-documents.ts';
import { publishEnd } from '../../../src/reports/run/report-event.ts';
import { makeReports } from '../../../src/reports/run/report-loop.ts';

/** What the process works on: the last argument, as JSON. Its clock stands still. */
export type MakerOrder = { readonly config: DbConfig; readonly folder: string; readonly nowMs: number };

// In a process of its own, which a test kills. It ends by itself when there is nothing to do.
const { config, folder, nowMs }: MakerOrder = JSON.parse(process.argv.at(-1) as string);
const db = await openDb(config);
const snapshots = await openSnapshots(config);
const market = openMarket(db, () => nowMs);
const stores = [new FolderDocuments(join(folder, 'reports')), new TableDocuments(db)] as const;
const { events } = createNotifications({
  ...{ db, key: new OperatorKey('a key of these tests, and long enough'), now: () => nowMs },
  source: 'https://service.example/notifications/v4',
  times: { deliveryLifetimeMs: 1_000 },
});
await makeReports(
  {
    ...{ db, market, snapshots, now: () => nowMs, stores, workFolder: join(folder, 'unfinished') },
    store: config.databaseUrl ? stores[1] : stores[0],
    limits: { maxSellerBytes: 1e9, maxBytes: 1e9, minFreeBytes: 0, maxSnapshotMs: 60_000 },
    onEnded: publishEnd({ events, publicUrl: 'https://service.example' }),
    versions: { program: 'test' },
  },
  {
    ...{ slots: 1, idleMs: 0, signal: new AbortController().signal },
    onFailure: (error) => {
      throw error;
    },
  },
);
await snapshots.close();
await db.close();
