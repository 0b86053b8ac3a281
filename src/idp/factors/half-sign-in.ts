import { randomBytes } from 'node:crypto';
import type { Sql } from '../../db/db.ts';
import { digest } from '../secrets.ts';

/*
 * A person whose password was right, and who has not passed the second step. It is no session: it lives for minutes, only the browser
 * whose cookie has its id can continue, and only at the place where it began. A change of the password ends it (`endSessions`).
 */

/** `place`: the path of the page on which it began. `isPassed`: the person has just set up the second step, and reads the recovery codes. */
export type HalfSignIn = {
  readonly id: string;
  readonly accountId: string;
  readonly place: string;
  readonly isPassed: boolean;
};

const LIFETIME_MS = 10 * 60_000;

/** The id, for the cookie of the browser. The table has only its hash. */
export async function beginHalfSignIn(db: Sql, accountId: string, place: string, now: number): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await db.run(
    `INSERT INTO idp_record (kind, id, payload, account_id, created_at, expires_at)
     VALUES ('HalfSignIn', $1, $2, $3, $4, $5)`,
    [digest(id), JSON.stringify({ place, isPassed: false }), accountId, now, now + LIFETIME_MS],
  );
  return id;
}

/** Undefined when there is none, it began at another place, or it has ended. */
export async function findHalfSignIn(db: Sql, id: string, place: string, now: number): Promise<HalfSignIn | undefined> {
  const row = await db.get<{ payload: string; account_id: string }>(
    "SELECT payload, account_id FROM idp_record WHERE kind = 'HalfSignIn' AND id = $1 AND expires_at > $2",
    [digest(id), now],
  );
  if (row === undefined) return undefined;
  const { isPassed, ...began } = JSON.parse(row.payload) as { place: string; isPassed: boolean };
  return began.place === place ? { id, accountId: row.account_id, place, isPassed } : undefined;
}

/** False when it has ended meanwhile. */
export async function markPassed(tx: Sql, { id, place }: HalfSignIn): Promise<boolean> {
  const payload = JSON.stringify({ place, isPassed: true });
  const sql = "UPDATE idp_record SET payload = $2 WHERE kind = 'HalfSignIn' AND id = $1";
  return (await tx.run(sql, [digest(id), payload])) === 1;
}

/** Ends it. False when it had ended: of several browsers or requests at once, one signs in. */
export async function finishHalfSignIn(db: Sql, id: string): Promise<boolean> {
  return (await db.run("DELETE FROM idp_record WHERE kind = 'HalfSignIn' AND id = $1", [digest(id)])) === 1;
}
