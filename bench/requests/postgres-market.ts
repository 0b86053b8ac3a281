import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '../../src/db/open.ts';
import { type PostgresServer, startPostgres } from '../../test/db/postgres-server.ts';
import { settleTables } from '../postgres.ts';
import { cpuMicrosOfFamily } from './cpu.ts';
import { copyMarket, keptOnce, makeMarket } from './kept-market.ts';
import type { BenchMarket } from './market.ts';

const DATABASE = 'bench';

export type PostgresMarket = { market: BenchMarket; databaseUrl: string; version: string; storeCpu: () => number };

/**
 * As `marketInto`, on a PostgreSQL server with its default settings, which waits for the disk. What is kept is the data folder of
 * a server that was stopped.
 */
export async function postgresMarketInto(folder: string, items: number): Promise<PostgresMarket> {
  const kept = await keptOnce(`postgres-${process.arch}-${items}-items`, (unfinished) => build(unfinished, items));
  const market = copyMarket(join(kept, 'service'), folder);
  const server = await startPostgres({ from: join(kept, 'server'), isDurable: true });
  const databaseUrl = server.url(DATABASE);
  const db = await openDb({ databaseUrl, file: '' });
  const { version = '' } =
    (await db.get<{ version: string }>("SELECT current_setting('server_version') AS version")) ?? {};
  await db.close();
  return { market, databaseUrl, version, storeCpu: () => cpuMicrosOfFamily(server.pid()) };
}

async function build(folder: string, items: number): Promise<void> {
  const server = await startPostgres();
  await createDatabase(server);
  const store = { databaseUrl: server.url(DATABASE), file: '' };
  mkdirSync(join(folder, 'service'));
  await makeMarket(join(folder, 'service'), store, items);
  await settleTables(store);
  await server.stop();
  execFileSync('cp', ['-a', server.data, join(folder, 'server')]);
}

async function createDatabase(server: PostgresServer): Promise<void> {
  const admin = await openDb({ databaseUrl: server.url('postgres'), file: '' });
  await admin.run(`CREATE DATABASE ${DATABASE}`);
  await admin.close();
}
