import { deepEqual, equal } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { openDb } from '../../src/db/open.ts';
import { copyDatabase } from '../../src/db/sqlite/file-copy.ts';
import { FolderDocuments } from '../../src/reports/files/folder-documents.ts';
import { TableDocuments } from '../../src/reports/files/table-documents.ts';
import { Reports } from '../../src/reports/reports.ts';
import { move } from '../../src/roles/commands/move.ts';
import { addReceipts } from '../contract/reports/many-receipts.ts';
import { openReports, type ReportsApp } from '../contract/reports/reports-app.ts';
import { onEngine } from '../db/engines.ts';

onEngine('sqlite', 'reports of a store that is moved', (engine) => {
  let app: ReportsApp;
  const target = mkdtempSync(join(tmpdir(), 'moved-'));
  before(async () => {
    app = await openReports(engine);
  });
  after(async () => {
    await app.close();
    rmSync(target, { recursive: true, force: true });
  });

  test('are read in the new place', async () => {
    await addReceipts(app.db, 'ACME', 50);
    const done = await app.made('for.ACME', { reportType: 'PRICE_CHANGES' });
    const { body } = await app.send('for.ACME', 'GET', `/documents/${done.reportDocumentId}`);
    copyDatabase(app.databaseConfig.file, join(app.folder, 'service.db'));
    const said: string[] = [];
    const config = readConfig({ DATA_DIR: app.folder, OPERATOR_KEY: 'k'.repeat(64) });
    equal(await move(config, ['--to', target], (line) => said.push(line)), 0);
    equal(said.filter((line) => line.startsWith('The files of 1 reports are in')).length, 1);
    const db = await openDb({ file: join(target, 'service.db') });
    const stores = [new FolderDocuments(join(target, 'reports')), new TableDocuments(db)];
    const reports = new Reports(db, { now: () => app.clock.now, stores });
    const found = await reports.byDocument({ sellerId: 'ACME' }, done.reportDocumentId);
    const bytes: Uint8Array[] = [];
    for await (const chunk of reports.read(found as NonNullable<typeof found>, 'plain')) bytes.push(chunk);
    deepEqual(Buffer.concat(bytes).toString(), body);
    await db.close();
  });
});
