import { randomUUID } from 'node:crypto';
import type { Sql } from '../db/db.ts';
import { DAY_MS, HOUR_MS } from '../domain/duration.ts';
import { hashGenerated, isSecret } from './secrets.ts';

/** A secret of a client, as it is stored: its hash. A client has at most two that work (`secret-rotation.ts`). */
export type StoredSecret = {
  id: string;
  clientId: string;
  hash: string;
  createdAt: number;
  /** The member who created it on the pages. Null: a command or a registration did. */
  createdBy: string | null;
  /** Null: it does not expire. */
  expiresAt: number | null;
  usedAt: number | null;
};

export type NewSecret = {
  clientId: string;
  /** In clear text: it is hashed here. */
  secret: string;
  createdAt: number;
  createdBy?: string | undefined;
  expiresAt?: number | undefined;
};

export async function insertSecret(db: Sql, secret: NewSecret): Promise<void> {
  const { clientId, createdAt, createdBy = null, expiresAt = null } = secret;
  await db.run(
    `INSERT INTO idp_client_secret (id, client_id, hash, created_at, created_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [randomUUID(), clientId, hashGenerated(secret.secret), createdAt, createdBy, expiresAt],
  );
}

/** The newest first, with those that have ended and are still stored. */
export async function secretsOf(db: Sql, clientId: string): Promise<StoredSecret[]> {
  return db.all<StoredSecret>(
    `SELECT id, client_id AS "clientId", hash, created_at AS "createdAt", created_by AS "createdBy",
       expires_at AS "expiresAt", used_at AS "usedAt"
     FROM idp_client_secret WHERE client_id = $1 ORDER BY created_at DESC, id`,
    [clientId],
  );
}

export const isLive = ({ expiresAt }: Pick<StoredSecret, 'expiresAt'>, now: number) =>
  expiresAt === null || expiresAt > now;

/**
 * The one of these that is the given secret; undefined when none is. It compares with each of them, so that the time does not
 * show which one it was.
 */
export async function matchingSecret(
  given: string,
  stored: readonly StoredSecret[],
): Promise<StoredSecret | undefined> {
  let match: StoredSecret | undefined;
  for (const secret of stored) if (await isSecret(given, secret.hash)) match ??= secret;
  return match;
}

const USE_PRECISION_MS = HOUR_MS;

/** Writes at most once an hour instead of at every token. */
export async function recordSecretUse(db: Sql, { id, usedAt }: StoredSecret, now: number): Promise<void> {
  if (usedAt !== null && usedAt >= now - USE_PRECISION_MS) return;
  await db.run('UPDATE idp_client_secret SET used_at = $2 WHERE id = $1', [id, now]);
}

/** `secretDays`: IDP_SECRET_DAYS, with 0 for secrets that do not expire. */
export const expiryOf = (createdAt: number, secretDays = 0): number | undefined =>
  secretDays === 0 ? undefined : createdAt + secretDays * DAY_MS;
