import { DatabaseSync } from 'node:sqlite';

/** The process of `quickCheck`: its argument is the file, its output `ok` or the first damage. */
try {
  const database = new DatabaseSync(String(process.argv[2]), { readOnly: true, timeout: 1_000 });
  const row = database.prepare('PRAGMA quick_check(1)').get();
  process.stdout.write(String(row?.quick_check));
} catch (error) {
  process.stdout.write((error as Error).message);
}
