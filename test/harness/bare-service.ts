import { AuditLog } from '../../src/audit/audit-log.ts';
import { DeniedRequests } from '../../src/audit/denied-requests.ts';
import type { Db } from '../../src/db/db.ts';
import type { Service } from '../../src/http/app/path-groups.ts';
import type { BearerGuard } from '../../src/http/guards/bearer.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { TableImportFiles } from '../../src/imports/import-files.ts';
import { Imports } from '../../src/imports/imports.ts';
import { openMarket } from '../../src/market/market.ts';
import { Notes } from '../../src/notes/notes.ts';
import { OperatorKey } from '../../src/notifications/keys/operator-key.ts';
import { createNotifications } from '../../src/notifications/notifications.ts';
import { Reports } from '../../src/reports/reports.ts';
import { UsageReader } from '../../src/usage/usage-reader.ts';

const notProvided = () =>
  Promise.reject(new Error('this app has no store; the test must pass the module that it calls'));

/** A store that nobody may use. */
const noDb = new Proxy({} as Db, { get: (_db, name) => (name === 'foreignChanges' ? () => undefined : notProvided) });

const now = () => 0;

/** The modules without a store, for tests of the HTTP layer and of the OpenAPI document. Nothing listens on port 9. */
export const bareService: Service = {
  readiness: {},
  identity: createIdentity({
    issuer: 'http://127.0.0.1:9',
    introspection: { clientId: 'service', clientSecret: 'secret', method: 'basic' },
  }),
  market: openMarket(noDb, now, { priceChanges: 'direct' }),
  notifications: createNotifications({
    ...{ db: noDb, now, key: new OperatorKey('a key that nobody knows, and that is long enough') },
    source: 'http://127.0.0.1:8080/notifications/v4',
    times: { deliveryLifetimeMs: 1_000 },
  }),
  reports: new Reports(noDb, { now, stores: [] }),
  imports: new Imports(noDb, { files: new TableImportFiles(noDb), maxBytes: 1, now, problemOfHead: notProvided }),
  auditLog: new AuditLog(noDb),
  deniedRequests: new DeniedRequests(notProvided, now),
  usage: new UsageReader(noDb, now),
  notes: new Notes(noDb, now),
  overview: { state: notProvided, doctor: () => undefined },
  noteChanges: { create: notProvided, remove: notProvided },
  leftOf: () => undefined,
  applyStream: notProvided,
  beginExport: notProvided,
  settleOutcomes: notProvided,
  setLimits: notProvided,
  receivers: { checkUrl: (url) => ({ url }) },
  pushKey: 'a key without an owner',
  recordSmsReport: notProvided,
};

/** A guard that admits every request, for tests of what follows the guard. */
export const allowAll: BearerGuard = { forRoute: () => (_request, _reply, next) => next() };
