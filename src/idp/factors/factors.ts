import type { Db, Sql } from '../../db/db.ts';
import { type Passkey, passkeysOf } from './passkeys.ts';
import { countRecoveryCodes, removeRecoveryCodes } from './recovery-codes.ts';

/** IDP_SECOND_FACTOR. `off`: the provider neither offers nor asks for one. */
export type SecondFactorSetting = 'off' | 'optional' | 'required';

/** What a person can sign in with beside the password. Recovery codes are no factor of their own: they replace a lost one. */
export type Factors = {
  readonly passkeys: readonly Passkey[];
  /** Since when there is an authenticator app, and when it was last used. */
  readonly app: { readonly createdAt: number; readonly usedAt: number | null } | undefined;
  /** Recovery codes that are left. */
  readonly codesLeft: number;
};

export async function factorsOf(db: Sql, accountId: string): Promise<Factors> {
  const app = await db.get<{ created_at: number; used_at: number | null }>(
    'SELECT created_at, used_at FROM idp_totp WHERE account_id = $1',
    [accountId],
  );
  return {
    passkeys: await passkeysOf(db, accountId),
    app: app && { createdAt: app.created_at, usedAt: app.used_at },
    codesLeft: await countRecoveryCodes(db, accountId),
  };
}

export const hasFactor = ({ passkeys, app }: Factors): boolean => passkeys.length > 0 || app !== undefined;

/** `kind`: whose account it is, `seller` when absent. */
export type FactorAccount = { readonly demo: boolean; readonly kind?: 'seller' | 'operator' };

/** What IDP_SECOND_FACTOR means for an account. The operator's own people must have a second factor, whatever it says. */
export function secondFactorOf({ demo, kind }: FactorAccount, setting: SecondFactorSetting): SecondFactorSetting {
  // The password of a demo account is public: a second step would protect nothing, and lock others out.
  if (demo) return setting === 'required' ? 'optional' : setting;
  return kind === 'operator' ? 'required' : setting;
}

/** Whether nobody signs in to the account without a second factor. */
export const needsSecondFactor = (account: FactorAccount, setting: SecondFactorSetting): boolean =>
  secondFactorOf(account, setting) === 'required';

/**
 * Changes the factors of a person. All changes update the row of the account first, so that rules over several factors hold when two
 * changes come at once (decision 59). Undefined when there is no such account, or it is disabled.
 */
export function changeFactors<Result>(
  db: Db,
  accountId: string,
  change: (tx: Sql, factors: Factors) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction(async (tx) => {
    if (!(await touchFactors(tx, accountId))) return undefined;
    const result = await change(tx, await factorsOf(tx, accountId));
    // Codes in place of a factor that is gone would be a weaker password.
    if (!hasFactor(await factorsOf(tx, accountId))) await removeRecoveryCodes(tx, accountId);
    return result;
  });
}

/** The first statement of every transaction that changes factors. False when there is no such account, or it is disabled. */
export async function touchFactors(tx: Sql, accountId: string): Promise<boolean> {
  const sql = 'UPDATE idp_account SET factor_version = factor_version + 1 WHERE id = $1 AND disabled_at IS NULL';
  return (await tx.run(sql, [accountId])) === 1;
}

/** All factors of a person, with the recovery codes. */
export async function removeFactors(tx: Sql, accountId: string): Promise<void> {
  await tx.run('DELETE FROM idp_passkey WHERE account_id = $1', [accountId]);
  await tx.run('DELETE FROM idp_totp WHERE account_id = $1', [accountId]);
  await removeRecoveryCodes(tx, accountId);
}
