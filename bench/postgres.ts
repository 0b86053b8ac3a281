import { openDb } from '../src/db/open.ts';
import { type PostgresServer, startPostgres } from '../test/db/postgres-server.ts';

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
