import { join } from 'node:path';
import type { Db } from '../../src/db/db.ts';
import type { DbConfig } from '../../src/db/open.ts';
import { newPostgresDatabase } from '../postgres.ts';

export type Engine = Db['engine'];

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/** Throws when there is no such engine. */
export function engineNamed(name: string): Engine {
  const engine = ENGINES.find((one) => one === name);
  if (engine === undefined) throw new Error(`Unknown engine: ${name}. Engines: ${ENGINES.join(', ')}.`);
  return engine;
}

/** Where a new, empty store is: a file in this folder, or a database with this name on the PostgreSQL of the tests. */
export async function newStore(engine: Engine, folder: string, database: string): Promise<DbConfig> {
  const file = join(folder, 'service.db');
  return engine === 'sqlite' ? { file } : { file, databaseUrl: await newPostgresDatabase(`bench_${database}`) };
}
