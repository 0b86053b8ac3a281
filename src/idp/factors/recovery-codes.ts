import { randomInt } from 'node:crypto';
import type { Sql } from '../../db/db.ts';
import { digest } from '../secrets.ts';

const RECOVERY_CODES = 10;

/** Without letters that look like digits (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 random bits: nobody finds the code of a hash by trying, so a fast hash is enough. */
const CHARACTERS = 16;

/** New codes in place of all that the person had. They are shown once: the table has only hashes. */
export async function replaceRecoveryCodes(tx: Sql, accountId: string, now: number): Promise<string[]> {
  await removeRecoveryCodes(tx, accountId);
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  for (const code of codes) {
    await tx.run('INSERT INTO idp_recovery_code (account_id, code, created_at) VALUES ($1, $2, $3)', [
      ...[accountId, hashOf(accountId, code), now],
    ]);
  }
  return codes;
}

/** Uses a code up. False when the person has no such code, or has used it: of several uses at once, one statement succeeds. */
export async function useRecoveryCode(db: Sql, accountId: string, typed: string, now: number): Promise<boolean> {
  const used = await db.run(
    'UPDATE idp_recovery_code SET used_at = $3 WHERE account_id = $1 AND code = $2 AND used_at IS NULL',
    [accountId, hashOf(accountId, typed), now],
  );
  return used === 1;
}

/** How many codes are left. */
export async function countRecoveryCodes(db: Sql, accountId: string): Promise<number> {
  const row = await db.get<{ codes: number }>(
    'SELECT CAST(count(*) AS BIGINT) AS codes FROM idp_recovery_code WHERE account_id = $1 AND used_at IS NULL',
    [accountId],
  );
  return row?.codes ?? 0;
}

export async function removeRecoveryCodes(tx: Sql, accountId: string): Promise<void> {
  await tx.run('DELETE FROM idp_recovery_code WHERE account_id = $1', [accountId]);
}

/** Tells a typed recovery code from the six digits of an app. */
export const isRecoveryCode = (typed: string): boolean => plainCode(typed).length === CHARACTERS;

function newCode(): string {
  const characters = Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return characters.replace(/(.{4})(?=.)/g, '$1-');
}

/** As a person may type it: capitals, spaces, and the letters that look like digits. */
function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
}

const hashOf = (accountId: string, code: string) => digest(`recovery code ${accountId} ${plainCode(code)}`);
