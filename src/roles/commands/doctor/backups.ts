import { type LastBackup, lastBackupOf } from '../../../backup/last-backup.ts';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { isPublic } from '../../production.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { span } from './size.ts';

const OLD_MS = 2 * 86_400_000;
const TOO_OLD_MS = 14 * 86_400_000;

export type BackupFacts = {
  readonly last: LastBackup | undefined;
  readonly ageMs: number | undefined;
  /** Of PostgreSQL: since when the log is archived, and whether that fails. Undefined when it is not, or cannot be asked. */
  readonly archive: { readonly isOn: boolean; readonly hasFailed: boolean } | undefined;
};

export async function lookAtBackups({ dataDir }: Config, db: Db | undefined): Promise<BackupFacts> {
  const last = lastBackupOf(dataDir);
  const ageMs = last === undefined ? undefined : Date.now() - Date.parse(last.at);
  return { last, ageMs, archive: db?.engine === 'postgres' ? await archiveOf(db) : undefined };
}

async function archiveOf(db: Db): Promise<BackupFacts['archive']> {
  const row = await db.get<{ mode: string; failed: number }>(
    `SELECT current_setting('archive_mode') AS mode,
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::integer AS failed FROM pg_stat_archiver`,
  );
  return row && { isOn: row.mode !== 'off', hasFailed: row.failed === 1 };
}

export function judgeBackups(config: Config, { last, ageMs, archive }: BackupFacts): Finding[] {
  const how =
    config.databaseUrl === undefined ? 'npm run backup -- DIR' : 'pg_dump, then npm run backup -- DIR (docs/backup.md)';
  const findings: Finding[] = [];
  if (last === undefined || ageMs === undefined)
    findings.push(note(`no backup of the data folder is known. Take one regularly: ${how}`));
  else if (ageMs > TOO_OLD_MS && isPublic(config))
    findings.push(
      problem(
        `the last backup of the data folder is ${span(ageMs)} old (${last.folder})`,
        `Take one, and let a timer do it every day: ${how}`,
      ),
    );
  else if (ageMs > OLD_MS)
    findings.push(note(`the last backup of the data folder is ${span(ageMs)} old (${last.folder}): ${how}`));
  else findings.push(ok(`the last backup of the data folder is ${span(ageMs)} old (${last.folder})`));
  if (last !== undefined && config.operatorKey === undefined && !last.hasKey)
    findings.push(
      problem(
        `the last backup has no operator.key: its secrets cannot be decrypted`,
        'Take another one now: npm run backup -- DIR',
      ),
    );
  if (archive?.hasFailed)
    findings.push(
      problem(
        'PostgreSQL cannot archive its log: point-in-time recovery ends where it began to fail',
        'Look at the log of the server, and at archive_command',
      ),
    );
  else if (archive !== undefined)
    findings.push(
      archive.isOn
        ? ok('PostgreSQL archives its log')
        : note('PostgreSQL does not archive its log: a restore leads to the last pg_dump'),
    );
  return findings;
}
