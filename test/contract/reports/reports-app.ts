import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import { openSnapshots } from '../../../src/db/open.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { openMarket } from '../../../src/market/market.ts';
import { OperatorKey } from '../../../src/notifications/keys/operator-key.ts';
import { createNotifications } from '../../../src/notifications/notifications.ts';
import { FolderDocuments } from '../../../src/reports/files/folder-documents.ts';
import { TableDocuments } from '../../../src/reports/files/table-documents.ts';
import { Reports } from '../../../src/reports/reports.ts';
import { claimReport } from '../../../src/reports/run/claim.ts';
import { publishEnd } from '../../../src/reports/run/report-event.ts';
import type { RunParts } from '../../../src/reports/run/run-parts.ts';
import { runReport } from '../../../src/reports/run/run-report.ts';
import type { Engine } from '../../db/engines.ts';
import { startApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';
import { recordOf } from '../../harness/record-of.ts';
import { NOW, workedMarket } from '../pricing/worked-market.ts';

type Method = 'GET' | 'POST' | 'DELETE' | 'PUT';
type Sent = { payload?: unknown; headers?: Record<string, string> };
export type ReportBody = { reportId: string; state: string; reportDocumentId: string; [name: string]: unknown };

export type ReportsApp = Awaited<ReturnType<typeof openReports>>;

/**
 * The endpoints of reports and prices on the worked market, with a clock that stands still until a test sets it. JSON answers are checked
 * against the OpenAPI document. Reports are made when a test says so.
 */
export async function openReports(engine: Engine, limits: Partial<RunParts['limits']> = {}) {
  const database = await engine.migrated();
  const db = await database.open();
  const secondDb = await database.open();
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  const clock = { now: NOW };
  const now = () => clock.now;
  const market = openMarket(db, now, { priceChanges: 'direct' });
  await market.writer.apply([...workedMarket(), recordOf(defaultFeeSchedule())], { boards: 'now' });
  const stores = [new FolderDocuments(join(folder, 'reports')), new TableDocuments(db)];
  const notifications = createNotifications({
    ...{
      db,
      key: new OperatorKey('a key of these tests, and long enough'),
      now,
      source: 'https://service.example/notifications/v4',
    },
    times: { deliveryLifetimeMs: 1_000 },
  });
  const reports = new Reports(db, { now, stores });
  const provider = await startProvider();
  const { app } = await startApp({
    groups: pathGroupsOf({ ...bareService, market, reports, consoleClientId: 'console' }),
    guards: { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) },
    logLevel: 'silent',
    readSnapshot: (work) => db.readSnapshot(work),
  });
  const mustFit = await documentedBy(app);
  const snapshots = await openSnapshots(database.config);
  const parts: RunParts = {
    ...{ db, market, snapshots, now, stores, workFolder: join(folder, 'unfinished') },
    store: engine.name === 'sqlite' ? (stores[0] as FolderDocuments) : (stores[1] as TableDocuments),
    limits: { maxSellerBytes: 1e9, maxBytes: 1e9, minFreeBytes: 0, maxSnapshotMs: 60_000, ...limits },
    onEnded: publishEnd({ events: notifications.events, publicUrl: 'https://service.example' }),
    versions: { program: 'test' },
  };

  const send = async (token: string, method: Method, path: string, { payload, headers = {} }: Sent = {}) => {
    const url = `/reports/v4${path}`;
    const answer = await app.inject({
      ...{ method, url, headers: { ...headers, authorization: `Bearer ${token}` } },
      ...(payload !== undefined && { payload: payload as object }),
    });
    const isDocument = path.startsWith('/documents/') && answer.statusCode < 300;
    if (!isDocument) mustFit(method, documentedPath(url), answer);
    return answer;
  };
  const ask = (token: string, payload: unknown, headers?: Record<string, string>) =>
    send(token, 'POST', '/reports', { payload, ...(headers && { headers }) });
  /** Makes all reports that wait. */
  const makeAll = async () => {
    for (;;) {
      const claimed = await claimReport(db, clock.now, false);
      if (claimed === undefined) return;
      await runReport(parts, claimed);
    }
  };
  const report = async (token: string, id: string): Promise<ReportBody> => {
    const answer = await send(token, 'GET', `/reports/${id}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  return {
    ...{ app, clock, market, db, secondDb, reports, parts, folder, send, ask, makeAll, report },
    notifications,
    identity: provider.identity,
    databaseConfig: database.config,
    /** The report of a request that must succeed, when it has ended. */
    async made(token: string, payload: unknown): Promise<ReportBody> {
      const answer = await ask(token, payload);
      assert.equal(answer.statusCode, 202, answer.body);
      await makeAll();
      return report(token, answer.json().reportId);
    },
    /** The lines of a document in JSONL, the first one apart. */
    async lines(token: string, documentId: string) {
      const answer = await send(token, 'GET', `/documents/${documentId}`);
      assert.equal(answer.statusCode, 200, answer.body);
      const [head, ...lines] = answer.body.trimEnd().split('\n');
      return { head: JSON.parse(head as string), lines: lines.map((line) => JSON.parse(line)) };
    },
    /** Changes prices, a millisecond after everything before. */
    async change(token: string, body: object) {
      clock.now += 1;
      const answer = await app.inject({
        ...{ method: 'POST', url: '/products/pricing/v4/priceChanges', headers: { authorization: `Bearer ${token}` } },
        payload: { MarketplaceId: 'STORE_US', ...body },
      });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().payload.Receipts;
    },
    async close() {
      await app.close();
      await provider.close();
      await snapshots.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const documentedPath = (url: string) =>
  url
    .replace(/\?.*$/s, '')
    .replace(/\/reports\/v4\/reports\/[^/]+$/, '/reports/v4/reports/{reportId}')
    .replace(/\/schedules\/[^/]+$/, '/schedules/{scheduleId}')
    .replace(/\/documents\/[^/]+$/, '/documents/{reportDocumentId}');
