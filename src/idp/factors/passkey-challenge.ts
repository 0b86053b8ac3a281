import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from '../../db/db.ts';
import { digest, isEqualInConstantTime } from '../secrets.ts';

/** How long a page with a passkey button may be open. */
const LIFETIME_MS = 15 * 60_000;

/**
 * What a challenge is for. `browser` is the value of a cookie: the answer of another browser does not count. `use` tells sign-in,
 * second step and the setup of one account apart.
 */
export type ChallengeUse = { readonly key: string; readonly browser: string; readonly use: string };

/**
 * A challenge for a passkey. It proves itself, so that showing a sign-in page stores nothing: anybody can ask for that page, as often as
 * they like.
 */
export function newChallenge(use: ChallengeUse, now: number): string {
  const unsigned = `${randomBytes(16).toString('base64url')}.${now + LIFETIME_MS}`;
  return Buffer.from(`${unsigned}.${signatureOf(use, unsigned)}`).toString('base64url');
}

/** False when it is not one of ours for this use and this browser, or is too old. */
export function isOwnChallenge(use: ChallengeUse, challenge: string, now: number): boolean {
  const [random = '', until = '', signature = ''] = Buffer.from(challenge, 'base64url').toString('utf8').split('.');
  const expected = signatureOf(use, `${random}.${until}`);
  return isEqualInConstantTime(Buffer.from(signature), Buffer.from(expected)) && Number(until) > now;
}

/** Uses a challenge up, for as long as it would live. False when it was used: of several uses at once, one insert succeeds. */
export async function useChallenge(db: Sql, challenge: string, now: number): Promise<boolean> {
  const inserted = await db.run(
    `INSERT INTO idp_record (kind, id, payload, created_at, expires_at) VALUES ('UsedChallenge', $1, '{}', $2, $3)
     ON CONFLICT (kind, id) DO NOTHING`,
    [digest(challenge), now, now + LIFETIME_MS],
  );
  return inserted === 1;
}

const signatureOf = ({ key, browser, use }: ChallengeUse, text: string) =>
  createHmac('sha256', key).update(`passkey ${use}\n${browser}\n${text}`).digest('base64url');
