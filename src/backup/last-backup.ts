import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the data folder: when it was last copied, and to where, for `npm run doctor`. No backup holds it. */
export const LAST_BACKUP = 'last-backup.json';

export type LastBackup = {
  /** When the copying began. */
  readonly at: string;
  readonly folder: string;
  /** Whether the generated key was in the folder. */
  readonly hasKey: boolean;
};

/** A backup that is complete is not made to fail by this: the disk of the data folder may be full. */
export function recordBackup(dataDir: string, backup: LastBackup): void {
  try {
    writeFileSync(join(dataDir, LAST_BACKUP), `${JSON.stringify(backup)}\n`, { mode: 0o600 });
  } catch {
    // The doctor then says that it knows of none.
  }
}

export function lastBackupOf(dataDir: string): LastBackup | undefined {
  try {
    const value = JSON.parse(readFileSync(join(dataDir, LAST_BACKUP), 'utf8')) as LastBackup;
    return Number.isNaN(Date.parse(value.at)) ? undefined : value;
  } catch {
    return undefined;
  }
}
