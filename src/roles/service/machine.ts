import { statfs } from 'node:fs/promises';
import { orLate } from '../../async/or-late.ts';
import { lastBackupOf } from '../../backup/last-backup.ts';
import type { Config } from '../../config/config.ts';
import type { ProcessRole } from '../../domain/service-state.ts';
import type { Log } from '../../log/log.ts';
import type { StopSequence } from '../../processes/stop-sequence.ts';
import { ProcessBeats, startBeats } from '../../service-state/process-beats.ts';
import type { WorkLog } from '../../service-state/work-log.ts';
import { VERSION } from '../settings/version.ts';
import { storeOf } from '../store/store.ts';
import type { OpenedService } from './service.ts';

/** A network disk that is gone does not answer. */
const LOOK_MS = 3_000;

/** The file of the embedded store. */
export const storeFileOf = (config: Config): string | undefined =>
  config.databaseUrl === undefined ? storeOf(config).file : undefined;

/** What this process sees of its machine. */
async function lookAround({ dataDir }: Config) {
  const stat = await orLate(
    statfs(dataDir).catch(() => undefined),
    LOOK_MS,
    undefined,
  );
  const last = lastBackupOf(dataDir);
  return {
    disk: stat && { freeBytes: stat.bavail * stat.bsize, totalBytes: stat.blocks * stat.bsize },
    backup: last && { atMs: Date.parse(last.at), hasKey: last.hasKey },
  };
}

type BeatParts = Pick<OpenedService, 'config' | 'db' | 'now'> & {
  readonly log: Log;
  readonly role: ProcessRole;
  readonly work: WorkLog;
};

/** Lets the operator see this process until it ends. */
export function showProcess({ config, db, now, log, role, work }: BeatParts, stops: Pick<StopSequence, 'add'>): void {
  const beats = new ProcessBeats({ db, now, role, work, version: VERSION, look: () => lookAround(config) });
  const running = startBeats(beats, (err) =>
    log.warn({ err }, 'the store cannot be told that this process runs; trying again'),
  );
  stops.add('background', () => running.stop());
}
