import type { Db, Sql } from '../db/db.ts';
import { randomHex } from './secrets.ts';
import { insertSecret, isLive, type StoredSecret, secretsOf } from './stored-secrets.ts';

type Rotation = {
  clientId: string;
  /** How long the secret that is in use still works. 0: it ends now. */
  overlapMs: number;
  /** When the new secret expires; undefined: never. */
  expiresAt: number | undefined;
  createdBy?: string | undefined;
  now: number;
};

export type RotatedSecret = {
  /** In clear text, for the only time. */
  secret: string;
  /** When the secret that was in use ends; undefined when none works any more. */
  previousEndsAt: number | undefined;
};

/** Every authentication is compared with all stored secrets of its client: older ones are deleted. */
const MAX_STORED = 5;

/**
 * Gives a client a new secret. Of those that work, the one that was used last goes on for the overlap, and never longer than before;
 * the others end now. So a second rotation, because the first new secret was lost, does not cut off the application. Undefined when
 * there is no such client, or it has no secrets. `onRotated` runs in the transaction.
 */
export function rotateSecret(db: Db, rotation: Rotation, onRotated?: OnRotated): Promise<RotatedSecret | undefined> {
  return db.transaction((tx) => rotateSecretIn(tx, rotation, onRotated));
}

type OnRotated = (tx: Sql, client: { sellerId: string | null }) => Promise<void> | undefined;

/** `rotateSecret` as part of a transaction. */
export async function rotateSecretIn(
  tx: Sql,
  rotation: Rotation,
  onRotated?: OnRotated,
): Promise<RotatedSecret | undefined> {
  const { clientId, overlapMs, expiresAt, createdBy, now } = rotation;
  const client = await lockClient(tx, clientId);
  if (client === undefined) return undefined;
  const secret = randomHex(32);
  const stored = await secretsOf(tx, clientId);
  const live = stored.filter((one) => isLive(one, now));
  const kept = overlapMs === 0 ? undefined : live.toSorted(byUse)[0];
  for (const one of live) await endSecret(tx, one, one === kept ? now + overlapMs : now);
  for (const one of stored.filter((one) => one !== kept).slice(MAX_STORED - 2)) await deleteSecret(tx, one);
  await insertSecret(tx, { clientId, secret, createdAt: now, createdBy, expiresAt });
  await onRotated?.(tx, client);
  return { secret, previousEndsAt: kept && Math.min(kept.expiresAt ?? Number.POSITIVE_INFINITY, now + overlapMs) };
}

/**
 * Ends one secret now. False, and nothing changes, when it does not work any more, or is the only one that works: an application without
 * a secret is a disabled one.
 */
export async function endSecretIn(tx: Sql, clientId: string, secretId: string, now: number): Promise<boolean> {
  if ((await lockClient(tx, clientId)) === undefined) return false;
  const live = (await secretsOf(tx, clientId)).filter((one) => isLive(one, now));
  const secret = live.find(({ id }) => id === secretId);
  if (secret === undefined || live.length < 2) return false;
  await endSecret(tx, secret, now);
  return true;
}

/**
 * "At most two secrets work" is a rule over several rows: every rotation updates the client's row first, so that one waits for the
 * other (decision 59).
 */
async function lockClient(tx: Sql, clientId: string): Promise<{ sellerId: string | null } | undefined> {
  const client = await tx.get<{ sellerId: string | null; payload: string }>(
    `UPDATE idp_client SET secrets_version = secrets_version + 1 WHERE id = $1
     RETURNING seller_id AS "sellerId", payload`,
    [clientId],
  );
  if (client === undefined) return undefined;
  return hasSecrets(JSON.parse(client.payload) as Metadata) ? { sellerId: client.sellerId } : undefined;
}

type Metadata = { token_endpoint_auth_method?: string | undefined };

/** RFC 7591 2: without a method, the client authenticates with its secret. */
export const hasSecrets = ({ token_endpoint_auth_method: method }: Metadata) => method !== 'none';

/** The one that was used last comes first; of those never used, the newest. */
const byUse = (a: StoredSecret, b: StoredSecret) => (b.usedAt ?? 0) - (a.usedAt ?? 0) || b.createdAt - a.createdAt;

function endSecret(tx: Sql, { id }: StoredSecret, endsAt: number) {
  const update =
    'UPDATE idp_client_secret SET expires_at = $2 WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)';
  return tx.run(update, [id, endsAt]);
}

function deleteSecret(tx: Sql, { id }: StoredSecret) {
  return tx.run('DELETE FROM idp_client_secret WHERE id = $1', [id]);
}
