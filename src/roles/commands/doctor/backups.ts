import { lastBackupOf } from '../../../backup/last-backup.ts';
import type { Config } from '../../../config/config.ts';
import type { Db } from '../../../db/db.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import { isPublicService } from '../../settings/production.ts';
import { type Finding, found, note, ok, problem } from './finding.ts';
import { span } from './size.ts';
import type { Subject } from './subject.ts';

const OLD_MS = 2 * DAY_MS;
const TOO_OLD_MS = 14 * DAY_MS;

export type BackupFacts = Awaited<ReturnType<typeof lookAtBackups>>;

export async function lookAtBackups({ config, db }: Subject) {
  const last = lastBackupOf(config.dataDir);
  const ageMs = last && Date.now() - Date.parse(last.at);
  return { last, ageMs, archive: db?.engine === 'postgres' ? await archiveOf(db) : undefined };
}

async function archiveOf(db: Db) {
  const row = await db.get<{ mode: string; failed: number }>(
    `SELECT current_setting('archive_mode') AS mode,
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::integer AS failed FROM pg_stat_archiver`,
  );
  return row && { isOn: row.mode !== 'off', hasFailed: row.failed === 1 };
}

export function judgeBackups(config: Config, facts: BackupFacts): Finding[] {
  const { last } = facts;
  return found(
    judgeAge(config, facts),
    last !== undefined &&
      config.operatorKey === undefined &&
      !last.hasKey &&
      problem`the last backup has no operator.key: its secrets cannot be decrypted -> Take another one now: npm run backup -- DIR`,
    judgeArchive(facts),
  );
}

function judgeAge(config: Config, { last, ageMs }: BackupFacts): Finding {
  const take =
    config.databaseUrl === undefined ? 'npm run backup -- DIR' : 'pg_dump, then npm run backup -- DIR (docs/backup.md)';
  if (last === undefined || ageMs === undefined)
    return note`no backup of the data folder is known. Take one regularly: ${take}`;
  const text = `the last backup of the data folder is ${span(ageMs)} old (${last.folder})`;
  if (ageMs > TOO_OLD_MS && isPublicService(config))
    return problem`${text} -> Take one, and let a timer do it every day: ${take}`;
  return ageMs > OLD_MS ? note`${text}: ${take}` : ok`${text}`;
}

function judgeArchive({ archive }: BackupFacts): Finding | undefined {
  if (archive?.hasFailed)
    return problem`PostgreSQL cannot archive its log: point-in-time recovery ends where it began to fail -> Look at the log of the server, and at archive_command`;
  if (archive?.isOn) return ok`PostgreSQL archives its log`;
  return archive && note`PostgreSQL does not archive its log: a restore leads to the last pg_dump`;
}
