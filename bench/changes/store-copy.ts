import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DbConfig, openDb } from '../../src/db/open.ts';

/** A new, empty store: a file in a new folder, or a database on this server. */
export async function newStoreIn(folder: string, name: string, serverUrl?: string): Promise<DbConfig> {
  mkdirSync(join(folder, name), { recursive: true });
  const file = join(folder, name, 'service.db');
  if (serverUrl === undefined) return { file };
  await administer(serverUrl, `CREATE DATABASE ${name}`);
  return { file, databaseUrl: onServer(serverUrl, name) };
}

/** A copy of a store that no process has open, in a new folder or a new database beside it. */
export async function copyStore({ file, databaseUrl }: DbConfig, folder: string, name: string): Promise<DbConfig> {
  mkdirSync(join(folder, name), { recursive: true });
  const copy = join(folder, name, 'service.db');
  if (databaseUrl === undefined) {
    cpSync(file, copy);
    return { file: copy };
  }
  const template = new URL(databaseUrl).pathname.slice(1);
  await administer(databaseUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return { file: copy, databaseUrl: onServer(databaseUrl, name) };
}

/** Frees the disk: a bench makes many copies. */
export async function dropStore({ file, databaseUrl }: DbConfig): Promise<void> {
  rmSync(dirname(file), { recursive: true, force: true });
  if (databaseUrl !== undefined)
    await administer(databaseUrl, `DROP DATABASE ${new URL(databaseUrl).pathname.slice(1)} WITH (FORCE)`);
}

/** The settings with which a process of the service uses the store. */
export const settingsFor = ({ file, databaseUrl }: DbConfig): Record<string, string> => ({
  DATA_DIR: dirname(file),
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
});

const onServer = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

async function administer(url: string, statement: string): Promise<void> {
  const admin = await openDb({ databaseUrl: onServer(url, 'postgres'), file: '', timeoutMs: 120_000 });
  await admin.run(statement);
  await admin.close();
}
