// run: without coverage

import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from '../../src/domain/reports/report.ts';
import { quietChangesIn } from '../../src/market/projections/events/quiet-changes.ts';
import { TableDocuments } from '../../src/reports/files/table-documents.ts';
import { reportDepth } from '../../src/reports/report-depth.ts';
import { lastReportLike } from '../../src/reports/report-table.ts';
import { Reports } from '../../src/reports/reports.ts';
import { keepReports } from '../../src/reports/retention.ts';
import { claimReport, extendLease, failReport, hasWork } from '../../src/reports/run/claim.ts';
import { startDue } from '../../src/reports/schedules/start-due.ts';
import { withEngines } from '../db/engines.ts';
import { type Permitted, wideReads } from '../db/query-plans.ts';
import { recording } from '../db/recorded-statements.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const permitted: Permitted[] = [
  {
    statement: /FROM quiet_change WHERE marketplace_id/,
    step: /quiet_change/,
    because: 'it has 16 rows for each marketplace at most, and none here',
  },
  {
    statement: /FROM event_receiver JOIN seller_event/,
    step: /seller_event/,
    because: 'nobody has events here; with many the key finds those of the seller',
  },
  {
    statement: /^SELECT SUM\(kept_bytes\) AS everything/,
    step: /report/,
    because: 'it adds up the reports of a week, once when a report is done, and holds the row of everybody then',
  },
  {
    statement: /^SELECT \(SELECT COUNT\(\*\) FROM \(SELECT 1 AS one FROM report WHERE state = 'IN_QUEUE'/,
    step: /^SCAN (in_queue|in_progress|oldest)$/,
    because: 'it counts open reports, at most 10,000',
  },
];

withEngines('query plans of reports', (engine) => {
  test('no statement scans reports, their files or schedules', async () => {
    const database = await engine.migrated();
    const { db, statements } = recording(await database.open());
    await addSome(db);
    const table = new TableDocuments(db);
    const now = () => NOW;
    const reports = new Reports(db, { now, stores: [table] });
    const maker = { sellerId: 'S7', clientId: 'app' };
    const content = { type: 'EVENTS', marketplaceIds: ['M1'], parameters: {}, format: 'JSONL' as const };
    statements.clear();
    const asked = (await reports.create({ ...maker, ...content })) as { report: Report };
    const access = { sellerId: 'S7', application: undefined };
    await reports.find(access, asked.report.id);
    await reports.byDocument(access, asked.report.documentId);
    await reports.page(access, { types: [], states: [], after: undefined, limit: 20 });
    await reports.page(access, { types: ['EVENTS'], states: ['DONE'], after: 'rep_5', limit: 20 });
    await lastReportLike(db, asked.report);
    await quietChangesIn(db, 'M1');
    equal(await hasWork(db, NOW), true);
    const claimed = await claimReport(db, NOW, true);
    ok(claimed);
    await extendLease(db, claimed, { processed: 1, total: 2 }, NOW);
    await failReport(db, claimed, { code: 'Failed', message: 'm' }, { nowMs: NOW, onEnded: async () => undefined });
    ok((await reportDepth(db, NOW)).waiting > 0);
    await table.add('rep_x', 'plain', 0, new Uint8Array(10));
    await Array.fromAsync(table.read('rep_x', 'plain'));
    await table.remove('rep_x');
    const time = { hour: 6, timeZone: 'UTC' };
    await reports.schedules.put({ ...maker, ...content, id: 'daily', onlyChanges: true, time });
    await reports.schedules.list(access);
    await reports.schedules.find(access, 'daily');
    const lostAccess = async () => new Map();
    equal(await startDue({ db, now: () => NOW + 86_400_000, reports, lostAccess }), 1);
    await reports.remove(access, asked.report.id);
    await keepReports(db, [table], NOW + 8 * 86_400_000);
    ok(statements.size > 25, `${statements.size} statements`);
    deepEqual(await wideReads(db, new Map(statements), permitted), []);
  });
});

/** Some rows of everything: PostgreSQL plans as for a million, and does not believe that of a table without rows. */
async function addSome(db: Parameters<typeof reportDepth>[0]): Promise<void> {
  const states = ['DONE', 'DONE', 'DONE', 'DONE', 'DONE', 'DONE', 'DONE', 'CANCELLED', 'FATAL', 'IN_QUEUE'];
  const ids = Array.from({ length: 60 }, (_, n) => n);
  await db.transaction(async (tx) => {
    for (const n of ids) {
      const state = states[n % 10] as string;
      await tx.run(
        `INSERT INTO report (id, document_id, seller_id, client_id, type, marketplace_ids, parameters, format, state, reason, is_small,
           created_ms, starts, processed, bytes, kept_bytes, instant_ms, sequence, versions)
         VALUES ($1, $2, $3, 'app', 'EVENTS', '["M1"]', '{}', 'JSONL', $4, $5, 1, $6, 0, 0, 10, 10, $6, 1, '{}')`,
        [
          ...[`rep_${n}`, `doc_${n}`, `S${n % 500}`, state],
          ...[state === 'FATAL' ? '{"code":"Failed","message":"m"}' : null, NOW - n * 60_000],
        ],
      );
      if (n % 3 === 0)
        await tx.run('INSERT INTO report_part (report_id, kind, number, bytes) VALUES ($1, $2, 0, $3)', [
          ...[`rep_${n}`, 'plain', new Uint8Array(100)],
        ]);
      if (n % 2 === 0)
        await tx.run(
          `INSERT INTO report_schedule (seller_id, application, id, client_id, type, marketplace_ids, parameters, format, only_changes, hour,
             time_zone, created_ms, changed_ms, next_ms)
           VALUES ($1, '', $2, 'app', 'EVENTS', '["M1"]', '{}', 'JSONL', 0, 6, 'UTC', 0, 0, $3)`,
          [`T${n % 500}`, `s${n}`, NOW + 10 * 86_400_000 + n],
        );
    }
  });
}
