import { type DbConfig, openDb } from '../src/db/open.ts';
import { type PostgresServer, startPostgres } from '../test/db/postgres-server.ts';
import { cpuMicrosOfFamily } from './requests/cpu.ts';

let server: Promise<PostgresServer> | undefined;

/** The address of a new, empty database on the PostgreSQL of the tests, which does not wait for the disk. */
export async function newPostgresDatabase(name: string): Promise<string> {
  server ??= startPostgres();
  const { url } = await server;
  const admin = await openDb({ databaseUrl: url('postgres'), file: '' });
  await admin.run(`CREATE DATABASE ${name}`);
  await admin.close();
  return url(name);
}

/** A function that returns the processor time of all processes of that server so far. */
export async function postgresCpu(): Promise<() => number> {
  if (server === undefined) throw new Error('PostgreSQL was not started.');
  const { pid } = await server;
  return () => cpuMicrosOfFamily(pid());
}

/** What autovacuum would do at some time during the measurements. */
export async function settleTables(config: DbConfig): Promise<void> {
  const db = await openDb(config);
  await db.run('VACUUM (ANALYZE)');
  await db.close();
}

/** A server of its own with its default settings, which waits for the disk. `cpu`: the processor time of all its processes so far. */
export async function durablePostgres(): Promise<{ url: string; cpu: () => number }> {
  const { url, pid } = await startPostgres({ isDurable: true });
  return { url: url('postgres'), cpu: () => cpuMicrosOfFamily(pid()) };
}
