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
  return repeatSweep(
    (signal) => cleanUp(db, now(), signal, clientDays),
    INTERVAL_MS,
    (error) => log.warn({ err: error }, 'expired records were not removed; the next cleanup tries again'),
  );
}

/** `clientDays`: IDP_CLIENT_DAYS. */
export async function cleanUp(db: Sql, now: number, signal?: AbortSignal, clientDays = 400): Promise<void> {
  const formerMs = now - clientDays * DAY_MS;
  const batches = [
    () => removeExpired(db, now),
    () => removeUnusedClients(db, now - UNUSED_CLIENT_MS),
    () => removeFormerClients(db, formerMs),
    () => removeExpiredSecrets(db, now - EXPIRED_SECRET_MS),
    () => removeExpiredLinks(db, now),
    () => removeOldSessionFacts(db, now - SESSION_FACTS_MS),
    () => removeOldSignIns(db, now - SIGN_IN_MS),
    () => removeOldDevices(db, now - DEVICE_MS),
    () => removeInvitations(db, now),
    () => removeOldSupport(db, now - SUPPORT_MS),
  ];
  await sweep(batches, signal);
}

function removeExpired(db: Sql, now: number) {
  return db.run(
    `DELETE FROM idp_record WHERE (kind, id) IN (SELECT kind, id FROM idp_record WHERE expires_at < $1 LIMIT ${BATCH_ROWS})`,
    [now],
  );
}

function removeExpiredLinks(db: Sql, now: number) {
  return db.run(
    `DELETE FROM idp_link WHERE id IN (SELECT id FROM idp_link WHERE expires_at < $1 LIMIT ${BATCH_ROWS})`,
    [now],
  );
}

/** Devices and addresses of sessions that have ended long ago. */
function removeOldSessionFacts(db: Sql, before: number) {
  return db.run(
    `DELETE FROM idp_sign_in WHERE id IN (SELECT id FROM idp_sign_in WHERE used_at < $1 LIMIT ${BATCH_ROWS})`,
    [before],
  );
}

function removeOldSignIns(db: Sql, before: number) {
  return db.run(
    `DELETE FROM idp_sign_in_attempt WHERE id IN (SELECT id FROM idp_sign_in_attempt WHERE at_ms < $1 LIMIT ${BATCH_ROWS})`,
    [before],
  );
}

function removeOldDevices(db: Sql, before: number) {
  return db.run(
    `DELETE FROM idp_device WHERE id IN (SELECT id FROM idp_device WHERE used_at < $1 LIMIT ${BATCH_ROWS})`,
    [before],
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

function removeExpiredSecrets(db: Sql, before: number) {
  return db.run(
    `DELETE FROM idp_client_secret WHERE id IN (SELECT id FROM idp_client_secret WHERE expires_at < $1 LIMIT ${BATCH_ROWS})`,
    [before],
  );
}

function removeOldSupport(db: Sql, before: number) {
  return db.run(
    `DELETE FROM idp_support_session WHERE id IN (SELECT id FROM idp_support_session WHERE expires_at < $1 LIMIT ${BATCH_ROWS})`,
    [before],
  );
}

/** Invitations that nobody accepted in time. */
function removeInvitations(db: Sql, now: number) {
  return db.run(
    `DELETE FROM idp_invitation WHERE id IN (SELECT id FROM idp_invitation WHERE expires_at < $1 LIMIT ${BATCH_ROWS})`,
    [now],
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
