import { lastBackupOf } from '../../../backup/last-backup.ts';
import type { Db } from '../../../db/db.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import { isPublicService } from '../../settings/production.ts';
import { check } from './check.ts';
import { note, ok, problem, span } from './finding.ts';

const OLD_MS = 2 * DAY_MS;
const TOO_OLD_MS = 14 * DAY_MS;

export const backupCheck = check({
  title: 'Backups',
  look: async ({ config, store: { db } }) => {
    const last = lastBackupOf(config.dataDir);
    const ageMs = last && Date.now() - Date.parse(last.at);
    return { last, ageMs, archive: db?.engine === 'postgres' ? await archiveOf(db) : undefined };
  },
  judge: ({ last, ageMs = 0, archive }, config) => {
    const dump = config.databaseUrl === undefined ? '' : 'pg_dump, then ';
    const take = `${dump}npm run backup -- DIR${dump && ' (docs/backup.md)'}`;
    const text = `the last backup of the data folder is ${span(ageMs)} old (${last?.folder})`;
    const isTooOld = ageMs > TOO_OLD_MS && isPublicService(config);
    return [
      last === undefined && note`no backup of the data folder is known. Take one regularly: ${take}`,
      last && isTooOld && problem`${text} -> Take one, and let a timer do it every day: ${take}`,
      last && !isTooOld && (ageMs > OLD_MS ? note`${text}: ${take}` : ok`${text}`),
      last &&
        !last.hasKey &&
        config.operatorKey === undefined &&
        problem`the last backup has no operator.key: its secrets cannot be decrypted -> Take another one now: npm run backup -- DIR`,
      archive?.hasFailed &&
        problem`PostgreSQL cannot archive its log: point-in-time recovery ends where it began to fail -> Look at the log of the server, and at archive_command`,
      archive?.hasFailed === false &&
        (archive.isOn
          ? ok`PostgreSQL archives its log`
          : note`PostgreSQL does not archive its log: a restore leads to the last pg_dump`),
    ];
  },
});

async function archiveOf(db: Db) {
  const row = await db.get<{ mode: string; failed: number }>(
    `SELECT current_setting('archive_mode') AS mode,
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::integer AS failed FROM pg_stat_archiver`,
  );
  return row && { isOn: row.mode !== 'off', hasFailed: row.failed === 1 };
}
