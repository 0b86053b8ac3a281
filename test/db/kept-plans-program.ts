import { type DbConfig, openDb } from '../../src/db/open.ts';

/** Writes how the server planned a statement that was executed three times for one row and four times for several. */
const config = JSON.parse(process.argv[2] ?? '') as DbConfig;
const db = await openDb({ ...config, connections: 1 });
await db.run('CREATE TABLE t (a BIGINT PRIMARY KEY)');
for (const rows of [1, 2, 30, 1, 3, 1, 2]) {
  const keys = Array.from({ length: rows }, (_, n) => [n]);
  await db.many('SELECT t.a FROM (VALUES {rows: bigint}) AS k JOIN t ON t.a = k.column1', keys);
}
const plans = await db.all(
  "SELECT generic_plans AS generic, custom_plans AS custom FROM pg_prepared_statements WHERE statement LIKE 'SELECT t.a FROM%' ORDER BY 1",
);
process.stdout.write(JSON.stringify(plans));
await db.close();
