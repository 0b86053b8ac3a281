import { hostname } from 'node:os';
import { keepAudit } from '../../audit/retention.ts';
import { sealEntries } from '../../audit/sealing.ts';
import { repeatSweep, type Sweeper, sweep } from '../../db/sweep.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { WorkName } from '../../domain/service-state.ts';
import { keepImports } from '../../imports/retention.ts';
import { deleteOldOutboxFiles } from '../../mail/outbox-folder.ts';
import { keepReceipts } from '../../market/price-changes/retention.ts';
import { assignBoardGroups } from '../../market/projections/boards/board-groups.ts';
import { assignEventGroups } from '../../market/projections/events/event-groups.ts';
import { keepHistory } from '../../market/projections/history/retention.ts';
import { keepTerms } from '../../market/projections/terms/terms-retention.ts';
import { assignReceiverGroups } from '../../notifications/events/receiver-groups.ts';
import { applyRetention } from '../../notifications/retention/delivery-retention.ts';
import { keepEvents } from '../../notifications/retention/event-retention.ts';
import { keepReports } from '../../reports/retention.ts';
import { keepUsage } from '../../usage/retention.ts';
import type { OpenedService } from '../service/service.ts';
import { importFilesOf } from '../store/import-store.ts';
import { reportStoresOf } from '../store/report-store.ts';

/** What an operator reads when a sweep fails. */
const FAILURES: Readonly<Record<string, string>> = {
  deliveries: 'old deliveries cannot be deleted',
  outbox: 'old files of the outbox cannot be deleted',
  history: 'old price history cannot be deleted',
  terms: 'old prices of listings cannot be deleted',
  events: 'old events cannot be deleted',
  receipts: 'old receipts of price changes cannot be deleted',
  reports: 'old reports cannot be deleted',
  imports: 'old imports cannot be deleted',
  groups: 'groups cannot be stored with older rows',
  'audit sealing': 'the audit log cannot be sealed',
  usage: 'old counts of requests cannot be removed',
  audit: 'old entries of the audit log cannot be removed',
};

/**
 * Deletes what is older than NOTIFY_KEEP_SECONDS, HISTORY_DAYS, EVENT_DAYS, PRICE_CHANGE_DAYS and AUDIT_DAYS, old imports, and reports of a week ago and old
 * usage, stores groups with older rows, and seals the audit log.
 */
export function startSweeps({ config, log, db, now, metrics, work }: OpenedService): Sweeper[] {
  const keepMs = config.notifyKeepSeconds * 1_000;
  const eventTimes = { eventMs: config.eventDays * DAY_MS, logMs: keepMs };
  const remover = { who: { type: 'service', id: 'worker' }, from: hostname() } as const;
  const sweeps: readonly Omit<CountedSweep, 'onFailure'>[] = [
    { name: 'deliveries', idleMs: 30_000, run: (signal) => applyRetention(db, now(), keepMs, signal) },
    {
      name: 'outbox',
      idleMs: 600_000,
      run: (signal) => deleteOldOutboxFiles(config.dataDir, Date.now() - keepMs, signal),
    },
    { name: 'history', idleMs: 10_000, run: (signal) => keepHistory(db, now(), config.historyDays, signal) },
    { name: 'terms', idleMs: 60_000, run: (signal) => keepTerms(db, now(), config.historyDays, signal) },
    { name: 'events', idleMs: 600_000, run: (signal) => keepEvents(db, now(), eventTimes, signal) },
    {
      name: 'receipts',
      idleMs: 600_000,
      run: (signal) => keepReceipts(db, now(), config.priceChangeDays, signal),
    },
    {
      name: 'imports',
      idleMs: 30_000,
      run: (signal) => keepImports(db, importFilesOf(config, db), now(), signal),
    },
    {
      name: 'reports',
      idleMs: 600_000,
      run: (signal) => keepReports(db, reportStoresOf(config, db).all, now(), signal),
    },
    {
      name: 'groups',
      idleMs: 10_000,
      run: (signal) =>
        sweep(
          [assignReceiverGroups, assignBoardGroups, assignEventGroups].map((assign) => () => assign(db)),
          signal,
        ),
    },
    { name: 'usage', idleMs: 60_000, run: (signal) => keepUsage(db, now(), signal) },
    { name: 'audit sealing', idleMs: 2_000, run: (signal) => sealEntries(db, signal) },
    {
      name: 'audit',
      idleMs: 600_000,
      run: (signal) => keepAudit(db, { nowMs: now(), days: config.auditDays, ...remover }, signal),
    },
  ];
  return sweeps.map((sweep) =>
    countedSweep(
      { metrics, work },
      {
        ...sweep,
        onFailure: (err) => log.warn({ err }, `${FAILURES[sweep.name]} now; trying again`),
      },
    ),
  );
}

/** Background work that the metrics show by `name`: its runs, how long they took, and what they changed. */
type CountedSweep = {
  readonly name: WorkName;
  /** Returns how many rows or files it changed. */
  readonly run: (signal: AbortSignal) => Promise<number>;
  readonly idleMs: number;
  readonly onFailure: (error: unknown) => void;
};

/** Like `repeatSweep`. */
function countedSweep(
  { metrics, work }: Pick<OpenedService, 'metrics' | 'work'>,
  { name, run, idleMs, onFailure }: CountedSweep,
): Sweeper {
  const counted = async (signal: AbortSignal) => {
    const startedMs = performance.now();
    let changed: number | undefined;
    try {
      changed = await run(signal);
    } finally {
      metrics.swept(name, changed, performance.now() - startedMs);
    }
  };
  return repeatSweep(name, counted, idleMs, { onFailure, onTurn: work.watch(name) });
}
