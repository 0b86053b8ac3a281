import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import type { Sql } from '../db/db.ts';
import { randomHex } from './secrets.ts';

/** Keys that every process of the provider shares, made at the first start. */
export type Keys = { cookieKeys: string[]; signingKeys: JWK[] };

export async function keepKeys(db: Sql): Promise<Keys> {
  const cookieKeys = await kept(db, 'cookie keys', async () => [randomHex(32)]);
  const signingKeys = await kept(db, 'signing keys', async () => [await newSigningKey()]);
  return { cookieKeys, signingKeys };
}

/** Several processes may start at once: whoever writes first decides, the others read. */
async function kept<T>(db: Sql, name: string, make: () => Promise<T>): Promise<T> {
  const select = 'SELECT value FROM idp_keeping WHERE name = $1';
  const found = await db.get<{ value: string }>(select, [name]);
  if (found !== undefined) return JSON.parse(found.value) as T;
  await keepOnce(db, name, JSON.stringify(await make()));
  return JSON.parse((await db.get<{ value: string }>(select, [name]))?.value ?? 'null') as T;
}

/** True for the one who came first. */
export async function keepOnce(db: Sql, name: string, value: string): Promise<boolean> {
  const sql = 'INSERT INTO idp_keeping (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
  return (await db.run(sql, [name, value])) === 1;
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: randomHex(8) } as JWK;
}
