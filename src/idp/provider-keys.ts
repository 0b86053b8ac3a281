import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import type { Sql } from '../db/db.ts';
import { randomHex } from './secrets.ts';

/** Keys that every process of the provider shares. The first start creates them. */
export type ProviderKeys = {
  cookieKeys: string[];
  signingKeys: JWK[];
  /** Seals the secrets of authenticator apps, each for its account, and signs the challenges for passkeys. */
  factorKey: string;
};

export async function loadOrCreateKeys(db: Sql): Promise<ProviderKeys> {
  const cookieKeys = await loadOrCreate(db, 'cookie keys', async () => [randomHex(32)]);
  const signingKeys = await loadOrCreate(db, 'signing keys', async () => [await newSigningKey()]);
  const factorKey = await loadOrCreate(db, 'factor key', async () => randomHex(32));
  return { cookieKeys, signingKeys, factorKey };
}

/** Several processes may start at once: the first insert wins, and the others read it. */
async function loadOrCreate<T>(db: Sql, name: string, create: () => Promise<T>): Promise<T> {
  const select = 'SELECT value FROM idp_keeping WHERE name = $1';
  const found = await db.get<{ value: string }>(select, [name]);
  if (found !== undefined) return JSON.parse(found.value) as T;
  await insertOnce(db, name, JSON.stringify(await create()));
  return JSON.parse((await db.get<{ value: string }>(select, [name]))?.value ?? 'null') as T;
}

/** Stores a named value that is never changed. False when the name is already there. */
export async function insertOnce(db: Sql, name: string, value: string): Promise<boolean> {
  const sql = 'INSERT INTO idp_keeping (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
  return (await db.run(sql, [name, value])) === 1;
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: randomHex(8) } as JWK;
}
