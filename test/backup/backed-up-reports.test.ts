import { deepEqual, equal } from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { takeBackup } from '../../src/backup/backup.ts';
import { restoreBackup } from '../../src/backup/restore.ts';
import { openDb } from '../../src/db/open.ts';
import { copyDatabase } from '../../src/db/sqlite/file-copy.ts';
import { FolderDocuments } from '../../src/reports/files/folder-documents.ts';
import { TableDocuments } from '../../src/reports/files/table-documents.ts';
import { Reports } from '../../src/reports/reports.ts';
import { claimReport } from '../../src/reports/run/claim.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { Schedules } from '../../src/reports/schedules/schedules.ts';
import { addReceipts } from '../contract/reports/many-receipts.ts';
import { openReports, type ReportsApp } from '../contract/reports/reports-app.ts';
import { onEngine } from '../db/engines.ts';

const ASKED = { reportType: 'PRICE_CHANGES', marketplaceIds: ['STORE_US'], format: 'CSV' };

onEngine('sqlite', 'reports and schedules in a backup', (engine) => {
  let app: ReportsApp;
  const home = mkdtempSync(join(tmpdir(), 'backed-up-'));
  before(async () => {
    app = await openReports(engine);
  });
  after(async () => {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  });

  test('are there after a restore: documents are read, and what waited is made', async () => {
    await addReceipts(app.db, 'ACME', 50);
    const done = await app.made('for.ACME', ASKED);
    const { body } = await app.send('for.ACME', 'GET', `/documents/${done.reportDocumentId}`);
    const payload = { ...ASKED, hour: 6, timeZone: 'Europe/Berlin' };
    const schedule = (await app.send('for.ACME', 'PUT', '/schedules/daily', { payload })).json();
    const waiting = (await app.ask('for.ACME', ASKED)).json();
    copyDatabase(app.databaseConfig.file, join(app.folder, 'service.db'));
    // The copy of a report that was being made.
    mkdirSync(join(app.folder, 'reports-unfinished', 'rep_1'), { recursive: true });
    writeFileSync(join(app.folder, 'reports-unfinished', 'rep_1', 'rows'), 'half');
    const [backup, restored] = [join(home, 'backup'), join(home, 'restored')];
    await takeBackup(app.folder, backup);
    await restoreBackup(backup, restored);
    equal(existsSync(join(restored, 'reports-unfinished')), false);

    const db = await openDb({ file: join(restored, 'service.db') });
    const stores = [new FolderDocuments(join(restored, 'reports')), new TableDocuments(db)] as const;
    const reports = new Reports(db, { now: () => app.clock.now, stores });
    const textOf = async (id: string) => {
      const found = await reports.byDocument({ sellerId: 'ACME' }, id);
      const bytes: Uint8Array[] = [];
      for await (const chunk of reports.read(found as NonNullable<typeof found>, 'plain')) bytes.push(chunk);
      return Buffer.concat(bytes).toString();
    };
    equal(await textOf(done.reportDocumentId), body);
    const schedules = new Schedules(db, () => app.clock.now, { receiveEvents: async () => undefined });
    const kept = await schedules.find({ sellerId: 'ACME' }, 'daily');
    deepEqual([kept?.time.timeZone, kept?.nextMs], ['Europe/Berlin', Date.parse(schedule.nextTime)]);

    const claimed = await claimReport(db, app.clock.now, false);
    equal(claimed?.report.id, waiting.reportId);
    await runReport({ ...app.parts, db, stores, store: stores[0] }, claimed as NonNullable<typeof claimed>);
    const made = await reports.find({ sellerId: 'ACME' }, waiting.reportId);
    equal(await textOf(made?.documentId as string), body);
    await db.close();
  });
});
