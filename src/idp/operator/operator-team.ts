import { type Sql, violatedConstraint } from '../../db/db.ts';
import type { OperatorOperations, OperatorPerson, OperatorRefusal } from '../../domain/accounts/operator-operations.ts';
import { isOperatorRight, type OperatorRight } from '../../domain/authorization/operator-rights.ts';
import { accountByEmail, emailKey, setDisabledIn } from '../accounts.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { hashPassword } from '../password-hash.ts';
import { digest, randomHex } from '../secrets.ts';
import { isAdmin, LastAdminError, mustLeaveAdmin } from './last-admin.ts';
import { type OperatorContext, record } from './operator-changes.ts';
import { insertOperator, setOperatorRights } from './operator-people.ts';

/* The operator's own people, by the API (decision 55). Nobody gives a right that they do not have. */

type Row = {
  id: string;
  email: string;
  created_at: number;
  signed_in_at: number | null;
  disabled_at: number | null;
  name: string | null;
};

/** The people whose ids come after `after`, in their order: at most `limit`. Each has a right. */
export async function operatorsAfter(db: Sql, after: string, limit: number): Promise<OperatorPerson[]> {
  const rows = await db.all<Row>(
    `SELECT a.id, a.email, a.created_at, a.signed_in_at, a.disabled_at, r.name
     FROM (SELECT DISTINCT account_id FROM idp_operator_right WHERE account_id > $1 ORDER BY account_id LIMIT $2) p
     JOIN idp_account a ON a.id = p.account_id JOIN idp_operator_right r ON r.account_id = p.account_id
     ORDER BY a.id, r.name`,
    [after, limit],
  );
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(peopleIn);
}

async function operatorById(db: Sql, accountId: string): Promise<OperatorPerson | undefined> {
  const rows = await db.all<Row>(
    `SELECT a.id, a.email, a.created_at, a.signed_in_at, a.disabled_at, r.name
     FROM idp_account a LEFT JOIN idp_operator_right r ON r.account_id = a.id
     WHERE a.id = $1 AND a.kind = 'operator' ORDER BY r.name`,
    [accountId],
  );
  return peopleIn(rows)[0];
}

function peopleIn(rows: readonly Row[]): OperatorPerson[] {
  const [row] = rows;
  if (row === undefined) return [];
  const rights = rows.map(({ name }) => name ?? '').filter(isOperatorRight);
  const times = { createdMs: row.created_at, signedInMs: row.signed_in_at, disabledMs: row.disabled_at };
  return [{ accountId: row.id, email: row.email, rights, ...times }];
}

type Asked<Operation extends keyof OperatorOperations> = OperatorOperations[Operation]['asks'];
type Invited = OperatorOperations['inviteOperator']['gives'];

/**
 * Creates the account, whose person chooses a password by e-mail. The same key gives the same account again: its id is made of the key.
 */
export async function inviteOperator(
  context: OperatorContext,
  { email, rights, held, key }: Asked<'inviteOperator'>,
): Promise<Invited | OperatorRefusal> {
  const { db, actor, nowMs } = context;
  const id = key === undefined ? randomHex(16) : digest(`operator ${actor.id} ${key}`);
  const earlier = await operatorById(db, id);
  if (earlier !== undefined) {
    const isSame = earlier.email === emailKey(email) && sorted(earlier.rights) === sorted(rights);
    return isSame ? { ...earlier, isRepeated: true } : { refused: 'key reused' };
  }
  const missing = rights.filter((right) => !held.includes(right));
  if (missing.length > 0) return notHeld(missing);
  if ((await accountByEmail(db, email)) !== undefined) return taken(email);
  // Nobody knows it.
  const passwordHash = await hashPassword(randomHex(32));
  try {
    await db.transaction(async (tx) => {
      await insertOperator(tx, { id, email, passwordHash, createdAt: nowMs }, rights);
      await record(tx, context, 'inviteOperator', { accountId: id, email, rights });
      await queueMail(tx, { kind: 'operator invited', accountId: id, facts: {} }, nowMs);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'unique') return taken(email);
    throw error;
  }
  context.wakeMail();
  const invited = await operatorById(db, id);
  return invited === undefined ? { refused: 'missing' } : { ...invited, isRepeated: false };
}

export async function changeOperator(
  context: OperatorContext,
  asks: Asked<'changeOperator'>,
): Promise<OperatorPerson | OperatorRefusal | undefined> {
  const { db } = context;
  try {
    const refusal = await db.transaction((tx) => changeIn(tx, context, asks));
    return refusal ?? (await operatorById(db, asks.accountId));
  } catch (error) {
    if (!(error instanceof LastAdminError)) throw error;
    return { refused: 'conflict', message: error.message, details: 'Give another person operator:admin first.' };
  }
}

async function changeIn(
  tx: Sql,
  context: OperatorContext,
  { accountId, isDisabled, rights, held }: Asked<'changeOperator'>,
): Promise<OperatorRefusal | undefined> {
  const wasAdmin = await isAdmin(tx, accountId);
  const before = await operatorById(tx, accountId);
  if (before === undefined) return undefined;
  const { email } = before;
  const missing = (rights ?? []).filter((right) => !before.rights.includes(right) && !held.includes(right));
  if (missing.length > 0) return notHeld(missing);
  if (rights !== undefined && sorted(rights) !== sorted(before.rights)) {
    await setOperatorRights(tx, accountId, rights);
    await record(tx, context, 'changeOperatorRights', { accountId, email, before: before.rights, after: rights });
  }
  if (isDisabled !== undefined && isDisabled !== (before.disabledMs !== null)) {
    await setDisabledIn(tx, accountId, isDisabled ? context.nowMs : null);
    await record(tx, context, isDisabled ? 'disableOperator' : 'enableOperator', { accountId, email });
  }
  if (wasAdmin) await mustLeaveAdmin(tx);
  return undefined;
}

const sorted = (rights: readonly OperatorRight[]) => rights.toSorted().join(' ');

const notHeld = (rights: readonly OperatorRight[]): OperatorRefusal => ({
  refused: 'conflict',
  message: 'You cannot give a right that you do not have.',
  details: `You do not have ${rights.join(', ')}.`,
});

const taken = (email: string): OperatorRefusal => ({
  refused: 'conflict',
  message: `${email} has an account already.`,
  details: "An account is a seller's or the operator's, never both: use another address.",
});
