import type { Sql } from '../../db/db.ts';
import { isOperatorRight, type OperatorRight } from '../../domain/authorization/operator-rights.ts';
import { type Account, accountById, emailKey, type NewAccount } from '../accounts.ts';
import { isOperatorConsole } from './operator-console-client.ts';

/* The accounts of the operator's people: each has some operator rights, and signs in to the operator console alone (decision 55). */

/** Violates `unique` when the e-mail address has an account already, of a seller or of the operator. */
export async function insertOperator(
  tx: Sql,
  { id, email, passwordHash, demo, createdAt }: Omit<NewAccount, 'sellerId'>,
  rights: readonly OperatorRight[],
): Promise<void> {
  await tx.run(
    `INSERT INTO idp_account (id, email, password, seller_id, kind, demo, created_at)
     VALUES ($1, $2, $3, '', 'operator', $4, $5)`,
    [id, emailKey(email), passwordHash, demo ? 1 : 0, createdAt],
  );
  await setOperatorRights(tx, id, rights);
}

/** Tokens have other rights at the next introspection. */
export async function setOperatorRights(tx: Sql, accountId: string, rights: readonly OperatorRight[]): Promise<void> {
  await tx.run('DELETE FROM idp_operator_right WHERE account_id = $1', [accountId]);
  await tx.many(
    'INSERT INTO idp_operator_right (account_id, name) VALUES {rows: text, text}',
    rights.map((right) => [accountId, right]),
  );
}

/** None for a seller's account, and for one that is disabled or was removed. */
export async function operatorRightsOf(db: Sql, accountId: string): Promise<OperatorRight[]> {
  const rows = await db.all<{ name: string }>(
    `SELECT r.name FROM idp_operator_right r JOIN idp_account a ON a.id = r.account_id
     WHERE r.account_id = $1 AND a.kind = 'operator' AND a.disabled_at IS NULL ORDER BY r.name`,
    [accountId],
  );
  return rows.map(({ name }) => name).filter(isOperatorRight);
}

/** A person of the operator, as the library wants an account. Undefined for a seller's, which has nothing at the operator console. */
export async function operatorAccount(db: Sql, id: string) {
  const account = await accountById(db, id);
  if (account?.kind !== 'operator') return undefined;
  return { accountId: id, operatorRights: await operatorRightsOf(db, id), claims: () => ({ sub: id }) };
}

/** An operator's account signs in to the operator console and to nothing else, a seller's to everything else (decision 55). */
export const maySignInTo = ({ kind }: Pick<Account, 'kind'>, clientId: string | undefined): boolean =>
  (kind === 'operator') === isOperatorConsole(clientId);

/** Why not. Only after the right password: others must not learn whose account it is. */
export const signInRefusal = ({ kind }: Pick<Account, 'kind'>): string =>
  kind === 'operator'
    ? "This is an account of the marketplace's operator. It can sign in to the operator console only."
    : "The operator console is for the people of the marketplace's operator. Your account is a seller's.";
