import type { Sql } from '../db/db.ts';
import { BATCH_ROWS, repeatSweep, type SweepBatch, type Sweeper, sweep } from '../db/sweep.ts';
import { EMBEDDED_CONSOLE_CLIENT, EMBEDDED_OPERATOR_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import { DAY_MS } from '../domain/duration.ts';
import type { Log } from '../log/log.ts';
import { endSupportOf } from './support/support-sessions.ts';

const INTERVAL_MS = 600_000;
const UNUSED_CLIENT_MS = 30 * DAY_MS;
/** So long an application that still sends an expired secret is told so. */
const EXPIRED_SECRET_MS = 90 * DAY_MS;
/** After their last use: far longer than a session lives without one. */
const SESSION_FACTS_MS = 30 * DAY_MS;
const SIGN_IN_MS = 90 * DAY_MS;
/** As long as the audit log keeps its entries about them, by default. */
const SUPPORT_MS = 400 * DAY_MS;
/** As long as a browser keeps the cookie. */
const DEVICE_MS = 400 * DAY_MS;

/** Deletes expired records and unused clients in the background. */
export function startExpiry(db: Sql, log: Log, now: () => number, clientDays?: number): Sweeper {
  return repeatSweep('expired records', (signal) => cleanUp(db, now(), signal, clientDays), INTERVAL_MS, {
    onFailure: (error) => log.warn({ err: error }, 'expired records were not removed; the next cleanup tries again'),
  });
}

/** `clientDays`: IDP_CLIENT_DAYS. */
export async function cleanUp(db: Sql, now: number, signal?: AbortSignal, clientDays = 400): Promise<void> {
  const formerMs = now - clientDays * DAY_MS;
  const batches = [
    () => removeExpired(db, now),
    () => removeUnusedClients(db, now - UNUSED_CLIENT_MS),
    () => removeFormerClients(db, formerMs),
    () => removeOlder(db, 'idp_client_secret.expires_at', now - EXPIRED_SECRET_MS),
    () => removeOlder(db, 'idp_link.expires_at', now),
    () => removeOlder(db, 'idp_sign_in.used_at', now - SESSION_FACTS_MS),
    () => removeOlder(db, 'idp_sign_in_attempt.at_ms', now - SIGN_IN_MS),
    () => removeOlder(db, 'idp_device.used_at', now - DEVICE_MS),
    () => removeOlder(db, 'idp_invitation.expires_at', now),
    () => removeOlder(db, 'idp_support_session.expires_at', now - SUPPORT_MS),
    () => removeOlder(db, 'idp_throttle.expires_at', now),
    () => removeManyThrottles(db),
  ];
  await sweep(batches, signal);
}

function removeExpired(db: Sql, now: number) {
  return db.run(
    `DELETE FROM idp_record WHERE (kind, id) IN (SELECT kind, id FROM idp_record WHERE expires_at < $1 LIMIT ${BATCH_ROWS})`,
    [now],
  );
}

/** What ends by a time alone: the table, and the column with that time. */
type Ending =
  | 'idp_link.expires_at'
  | 'idp_sign_in.used_at'
  | 'idp_sign_in_attempt.at_ms'
  | 'idp_device.used_at'
  | 'idp_client_secret.expires_at'
  | 'idp_support_session.expires_at'
  | 'idp_invitation.expires_at'
  | 'idp_throttle.expires_at';

function removeOlder(db: Sql, ending: Ending, beforeMs: number) {
  const [table, column] = ending.split('.');
  return db.run(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${column} < $1 LIMIT ${BATCH_ROWS})`, [
    beforeMs,
  ]);
}

/** Far more than honest traffic needs. */
const MAX_THROTTLES = 200_000;

/** Those that end first: whoever guesses from very many addresses must not fill the store. */
function removeManyThrottles(db: Sql) {
  return db.run(
    `DELETE FROM idp_throttle WHERE id IN (
       SELECT id FROM idp_throttle ORDER BY expires_at DESC LIMIT ${BATCH_ROWS} OFFSET ${MAX_THROTTLES})`,
  );
}

/** Anybody can register a client at no cost, so clients that were never used are removed, unless the operator has verified them. */
function removeUnusedClients(db: Sql, before: number) {
  return db.run(
    `DELETE FROM idp_client WHERE id IN (
       SELECT id FROM idp_client WHERE kind = 'dynamic' AND used_at IS NULL AND verified_at IS NULL AND created_at < $1
       LIMIT ${BATCH_ROWS})`,
    [before],
  );
}

/** Removes clients that registered themselves, have got no token for long, and have no grant of a seller any more; none that is verified. */
function removeFormerClients(db: Sql, before: number) {
  return db.run(
    `DELETE FROM idp_client WHERE id IN (
       SELECT id FROM idp_client WHERE kind = 'dynamic' AND used_at < $1 AND verified_at IS NULL AND NOT EXISTS (
         SELECT 1 FROM idp_record WHERE idp_record.client_id = idp_client.id AND idp_record.kind = 'Grant')
       LIMIT ${BATCH_ROWS})`,
    [before],
  );
}

type Owner = 'grant_id' | 'client_id' | 'account_id';

/**
 * Deletes all records of a grant, a client or an account: a grant that was refreshed for a year has tens of thousands. The
 * grants come first, because a code or token without its grant is not valid. Returns how many there were.
 */
export async function removeRecordsOf(db: Sql, owner: Owner, id: string): Promise<number> {
  return (await removeGrants(db, owner, id)) + (await sweep([recordsBatch(db, `${owner} = $1`, [id])]));
}

export function removeGrants(db: Sql, owner: Owner, id: string): Promise<number> {
  return sweep([recordsBatch(db, `${owner} = $1 AND kind = $2`, [id, 'Grant'])]);
}

/**
 * Signs the person out of every browser, and of the console at each seller, which cannot use its grants again; ends the support sessions
 * that a person of the operator has begun. An authorization
 * that somebody has begun ends, too: it can hold a finished sign-in for an hour.
 */
export async function endSessions(tx: Sql, accountId: string): Promise<void> {
  await endSupportOf(tx, accountId);
  await tx.run('UPDATE idp_sign_in SET ended = 1 WHERE account_id = $1', [accountId]);
  await tx.run("DELETE FROM idp_record WHERE account_id = $1 AND kind IN ('Session', 'HalfSignIn')", [accountId]);
  await tx.run(
    `DELETE FROM idp_record WHERE client_id = $2 AND account_id IN (SELECT m.id FROM idp_member m WHERE m.account_id = $1)`,
    [accountId, EMBEDDED_CONSOLE_CLIENT],
  );
  const operators = 'DELETE FROM idp_record WHERE client_id = $2 AND account_id = $1';
  await tx.run(operators, [accountId, EMBEDDED_OPERATOR_CONSOLE_CLIENT]);
  await tx.run("DELETE FROM idp_record WHERE kind = 'Interaction' AND payload LIKE $1", [
    `%"accountId":"${accountId}"%`,
  ]);
}

/** Deletes the records of a grant that have this kind. */
export function removeKind(db: Sql, grantId: string, kind: string): Promise<number> {
  return sweep([recordsBatch(db, 'grant_id = $1 AND kind = $2', [grantId, kind])]);
}

function recordsBatch(db: Sql, condition: string, values: readonly string[]): SweepBatch {
  const sql = `DELETE FROM idp_record WHERE (kind, id) IN (SELECT kind, id FROM idp_record WHERE ${condition} LIMIT ${BATCH_ROWS})`;
  return () => db.run(sql, values);
}
