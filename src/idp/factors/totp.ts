import type { Sql } from '../../db/db.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { openText, sealText } from './sealed-text.ts';

/** Loaded when a person uses it: it takes 25 ms, and most never do. */
const library = () => import('otplib');

const STEP_SECONDS = 30;
/** A code of the step before or after counts, too: phones are late, and people type slowly. */
const TOLERANCE_SECONDS = 30;
/** How long a person may take to set up the app. */
const SETUP_MS = HOUR_MS;

/** A secret that is not stored before a code proves that the app has it. Until then the form carries it, sealed. */
export type TotpSetup = { readonly secret: string; readonly sealed: string };

export async function newTotpSetup(key: string, accountId: string, now: number): Promise<TotpSetup> {
  const { generateSecret } = await library();
  const secret = generateSecret();
  return { secret, sealed: sealText(key, `${now} ${secret}`, setupContext(accountId)) };
}

/** The setup of a form; undefined when it is another account's, too old, or was changed. */
export function readTotpSetup(key: string, accountId: string, sealed: string, now: number): TotpSetup | undefined {
  const [since = '', secret] = openText(key, sealed, setupContext(accountId))?.split(' ') ?? [];
  return secret === undefined || now - Number(since) > SETUP_MS ? undefined : { secret, sealed };
}

/** The address that a QR code holds. */
export async function totpUri(issuer: string, label: string, secret: string): Promise<string> {
  const { generateURI } = await library();
  return generateURI({ issuer: issuer.replaceAll(':', ' '), label, secret });
}

/** The step of the code that the app shows for this secret; undefined when it is none of now, or not after `lastStep`. */
export async function stepOfCode(
  secret: string,
  typed: string,
  now: number,
  lastStep = 0,
): Promise<number | undefined> {
  const token = typed.replace(/\s/g, '');
  const epoch = Math.floor(now / 1000);
  // After the clock was set back: the library takes a bound in the future for a mistake of the program.
  const isAhead = lastStep > Math.floor((epoch + TOLERANCE_SECONDS) / STEP_SECONDS);
  if (!/^\d{6}$/.test(token) || isAhead) return undefined;
  const { verify } = await library();
  const result = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS, afterTimeStep: lastStep });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

export type NewTotp = { readonly accountId: string; readonly secret: string; readonly step: number };

/** Violates `unique` when the person has an app already. The step is used: its code cannot sign in. */
export async function insertTotp(
  tx: Sql,
  key: string,
  { accountId, secret, step }: NewTotp,
  now: number,
): Promise<void> {
  await tx.run('INSERT INTO idp_totp (account_id, secret, last_step, created_at) VALUES ($1, $2, $3, $4)', [
    ...[accountId, sealText(key, secret, storedContext(accountId)), step, now],
  ]);
}

/** Checks a code and uses its step up. Of several uses of one code at once, one statement succeeds. */
export async function useTotp(db: Sql, key: string, { accountId, code, now }: TotpUse): Promise<boolean> {
  const row = await db.get<{ secret: string; last_step: number }>(
    'SELECT secret, last_step FROM idp_totp WHERE account_id = $1',
    [accountId],
  );
  const secret = row && openText(key, row.secret, storedContext(accountId));
  if (row === undefined || secret === undefined) return false;
  const step = await stepOfCode(secret, code, now, row.last_step);
  if (step === undefined) return false;
  const used = await db.run(
    'UPDATE idp_totp SET last_step = $2, used_at = $3 WHERE account_id = $1 AND last_step < $2',
    [accountId, step, now],
  );
  return used === 1;
}

type TotpUse = { readonly accountId: string; readonly code: string; readonly now: number };

/** False when there was none. */
export async function removeTotp(tx: Sql, accountId: string): Promise<boolean> {
  return (await tx.run('DELETE FROM idp_totp WHERE account_id = $1', [accountId])) === 1;
}

const setupContext = (accountId: string) => `totp setup ${accountId}`;
const storedContext = (accountId: string) => `totp ${accountId}`;
