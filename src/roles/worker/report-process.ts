import { hostname } from 'node:os';
import type { Config } from '../../config/config.ts';
import { openDb, openSnapshots } from '../../db/open.ts';
import type { Report, ReportFailure } from '../../domain/reports/report.ts';
import type { Log } from '../../log/log.ts';
import { openMarket } from '../../market/market.ts';
import { operatorKeyOf } from '../../notifications/keys/operator-key-source.ts';
import { createNotifications } from '../../notifications/notifications.ts';
import { ignoreSignals } from '../../processes/provider-process.ts';
import { STOP_REPORTS } from '../../processes/report-fork.ts';
import { StopSequence } from '../../processes/stop-sequence.ts';
import { publishEnd } from '../../reports/run/report-event.ts';
import { makeReports } from '../../reports/run/report-loop.ts';
import type { RunOutcome } from '../../reports/run/run-parts.ts';
import { WorkLog } from '../../service-state/work-log.ts';
import { BOARD_VERSION } from '../../wire/pricing/board.ts';
import { showProcess } from '../service/machine.ts';
import { processLog } from '../service/process-log.ts';
import { publicUrlOf } from '../settings/addresses.ts';
import { keySourcesOf } from '../settings/key-sources.ts';
import { priceChangeModeOf } from '../settings/price-change-mode.ts';
import { VERSION } from '../settings/version.ts';
import { cannotStart } from '../store/cannot-start.ts';
import { importFilesOf, importWorkFolderOf } from '../store/import-store.ts';
import { startClock } from '../store/process-clock.ts';
import { reportStoresOf, reportWorkFolderOf } from '../store/report-store.ts';
import { storeOf } from '../store/store.ts';
import { runImports } from './import-runner.ts';

/** No seller, and no parameter, is in a log. */
const logOutcome =
  (log: Log) =>
  ({ id, type }: Report, outcome: RunOutcome, failure: ReportFailure | undefined, seconds: number) => {
    const facts = { reportId: id, reportType: type, seconds: Math.round(seconds * 10) / 10 };
    if (outcome === 'done') log.info(facts, 'a report is done');
    if (failure) log.warn({ ...facts, code: failure.code, reason: failure.message }, 'a report failed');
  };

const MEGABYTE = 1_000_000;
/** The longest time that one snapshot may be read. */
const MAX_SNAPSHOT_MS = 60_000;
/** Each report writes its progress on one of them. */
const CONNECTIONS = 4;

/** In a process of its own, which a worker has started: makes reports until there are none, or the worker says so, or is gone. */
export async function runReportProcess(config: Config): Promise<number> {
  // Also those that go to the whole process group: the worker decides when this process ends.
  ignoreSignals();
  const stopping = new AbortController();
  process.on('message', (message) => (message === STOP_REPORTS ? stopping.abort() : undefined));
  const onGone = () => process.exit(1);
  process.once('disconnect', onGone);
  const log = processLog(config);
  const store = { ...storeOf(config), connections: CONNECTIONS };
  const db = await openDb(store);
  const snapshots = await openSnapshots(store);
  const clock = await startClock(db, (err, text) => log.warn({ err }, text));
  const key = await operatorKeyOf(db, { ...keySourcesOf(config), warn: (text) => log.warn(text) }).catch(cannotStart);
  const publicUrl = publicUrlOf(config);
  const { events } = createNotifications({
    ...{ db, key, now: clock.now, source: `${publicUrl}/notifications/v4` },
    times: { deliveryLifetimeMs: config.notifyLifetimeSeconds * 1_000 },
  });
  const stores = reportStoresOf(config, db);
  // It reads boards, and rebuilds those that are not current.
  const market = openMarket(db, clock.now, {
    priceChanges: await priceChangeModeOf(config, db),
    keepsLastChanges: true,
  });
  const parts = {
    ...{ db, market, snapshots, now: clock.now, store: stores.kept, stores: stores.all },
    workFolder: reportWorkFolderOf(config),
    limits: {
      maxSellerBytes: config.reportMegabytesPerSeller * MEGABYTE,
      maxBytes: config.reportMegabytes * MEGABYTE,
      minFreeBytes: config.reportFreeMegabytes * MEGABYTE,
      maxSnapshotMs: MAX_SNAPSHOT_MS,
    },
    onEnded: publishEnd({ events, publicUrl }),
    onOutcome: logOutcome(log),
    versions: { program: VERSION, boards: BOARD_VERSION },
    onBadLine: (err: unknown, reportId: string) =>
      log.error({ err, reportId }, 'a line of a report cannot be computed; it says so'),
    signal: stopping.signal,
  };
  const beats = new StopSequence();
  showProcess({ config, db, now: clock.now, log, role: 'reports', work: new WorkLog(clock.now) }, beats);
  const imports = runImports(
    {
      ...{ db, market, now: clock.now, signal: stopping.signal, from: hostname() },
      ...{ files: importFilesOf(config, db), workFolder: importWorkFolderOf(config) },
      maxBytes: config.importUploadMegabytes * MEGABYTE,
    },
    (error) => log.warn({ err: error }, 'an import cannot be worked on now; trying again'),
  );
  await makeReports(parts, {
    isBusy: imports.isBusy,
    slots: config.reportsAtOnce,
    signal: stopping.signal,
    onFailure: (error) => log.warn({ err: error }, 'a report cannot be made now; trying again'),
  });
  await imports.stop();
  await beats.run();
  await clock.stop();
  await snapshots.close();
  await db.close();
  process.off('disconnect', onGone);
  process.disconnect?.();
  return 0;
}
