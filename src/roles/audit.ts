import { hostname } from 'node:os';
import { AuditLog } from '../audit/audit-log.ts';
import { DeniedRequests } from '../audit/denied-requests.ts';
import { appendEntry } from '../audit/entry-table.ts';
import { keepAudit } from '../audit/retention.ts';
import { sealEntries } from '../audit/sealing.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import type { Sweeper } from '../db/sweep.ts';
import type { Service } from '../http/app/path-groups.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { ApplyStream, ChangeCaller } from '../http/routes/market/live-changes.ts';
import type { Log } from '../log/log.ts';
import { applyLiveChanges } from '../market/intake/live-changes.ts';
import type { Market } from '../market/market.ts';
import type { OnApplied } from '../market/market-writer.ts';
import { changedKeys } from '../market/records/changed-keys.ts';
import { countedSweep } from './worker/counted-sweep.ts';

type StoreParts = { readonly db: Db; readonly now: () => number };

/** What the HTTP layer needs of the audit log. */
export function auditOf({ db, now }: StoreParts, log: Log): Pick<Service, 'auditLog' | 'deniedRequests'> {
  const auditLog = new AuditLog(db);
  const deniedRequests = new DeniedRequests(
    (entry) => auditLog.append(entry),
    now,
    (err) => log.warn({ err }, 'a denied request of an operator path could not be recorded in the audit log'),
  );
  return { auditLog, deniedRequests };
}

/** Applies live changes. Each transaction that changes something has its entry in the audit log. */
export const auditedChanges =
  (market: Market, now: () => number): ApplyStream =>
  (chunks, options, caller) =>
    applyLiveChanges(market, chunks, { ...options, onApplied: recorderOf(caller, options.requestId, now) });

const recorderOf =
  ({ clientId, from }: ChangeCaller, requestId: string | undefined, now: () => number): OnApplied =>
  (tx, records, outcomes) => {
    const keys = changedKeys(records, outcomes);
    if (keys === undefined) return undefined;
    return appendEntry(tx, {
      ...{ atMs: now(), who: { type: 'client', id: clientId }, from, requestId },
      ...{ operation: 'applyChanges', outcome: 'done', details: { records: keys } },
    });
  };

const SEAL_EVERY_MS = 2_000;
const RETENTION_EVERY_MS = 600_000;

/** In the worker: seals what was recorded, and removes what is older than AUDIT_DAYS. */
export function careForAudit({ db, now }: StoreParts, { auditDays }: Config, log: Log, metrics: Metrics): Sweeper[] {
  const remover = { who: { type: 'service', id: 'worker' }, from: hostname() } as const;
  return [
    countedSweep(metrics, {
      name: 'audit sealing',
      run: (signal) => sealEntries(db, signal),
      idleMs: SEAL_EVERY_MS,
      onFailure: (err) => log.warn({ err }, 'the audit log cannot be sealed now; trying again'),
    }),
    countedSweep(metrics, {
      name: 'audit',
      run: (signal) => keepAudit(db, { nowMs: now(), days: auditDays, ...remover }, signal),
      idleMs: RETENTION_EVERY_MS,
      onFailure: (err) => log.warn({ err }, 'old entries of the audit log cannot be removed now; trying again'),
    }),
  ];
}
