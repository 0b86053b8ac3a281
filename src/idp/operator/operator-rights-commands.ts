import { isOperatorRight, OPERATOR_RIGHTS, type OperatorRight } from '../../domain/authorization/operator-rights.ts';
import { unlessTaken } from '../account-commands.ts';
import { accountByEmail } from '../accounts.ts';
import { cacheTimeText } from '../cache-time.ts';
import { operatorClientRights, setOperatorClientRights } from '../clients.ts';
import { CommandError, isSignIn, type Job, UsageError, unlessLastAdmin } from '../command-job.ts';
import { hashPassword } from '../password-hash.ts';
import { readPassword } from '../password-input.ts';
import { randomHex } from '../secrets.ts';
import { isAdmin, mustLeaveAdmin } from './last-admin.ts';
import { insertOperator, setOperatorRights } from './operator-people.ts';

/** Other rights for an application or a person of the operator. */
export async function changeOperatorRights(job: Job): Promise<void> {
  const { db, flags, names, out, record, cacheSeconds } = job;
  const [id = ''] = names;
  if (isSignIn(id)) return changePersonRights(job, id);
  const rights = operatorRightsOfFlag(flags.rights);
  if (rights === undefined) throw new UsageError('"set-operator-rights" needs --rights LIST.');
  await db.transaction(async (tx) => {
    const before = await operatorClientRights(tx, id);
    if (before === undefined)
      throw new CommandError(`The operator has no application "${id}". See: npm run client -- list`);
    await setOperatorClientRights(tx, id, rights);
    await record?.(tx, 'client set-operator-rights', { id, before, after: rights });
  });
  out.write(
    `${id} has ${rights.join(', ')}: its next token what was added, ${cacheTimeText(cacheSeconds)} not what was removed.\n`,
  );
}

async function changePersonRights({ db, flags, out, record, cacheSeconds }: Job, email: string): Promise<void> {
  const rights = operatorRightsOfFlag(flags.rights);
  if (rights === undefined) throw new UsageError('"set-operator-rights" needs --rights LIST.');
  const account = await accountByEmail(db, email);
  if (account?.kind !== 'operator') throw new CommandError(`There is no account of the operator "${email}".`);
  const change = db.transaction(async (tx) => {
    const wasAdmin = await isAdmin(tx, account.id);
    await setOperatorRights(tx, account.id, rights);
    if (wasAdmin) await mustLeaveAdmin(tx);
    await record?.(tx, 'client set-operator-rights', { email, rights });
  });
  await unlessLastAdmin(change);
  out.write(`${email} has ${rights.join(', ')}. Tokens have the new rights ${cacheTimeText(cacheSeconds)}.\n`);
}

/** A person of the operator, who signs in to the operator console. */
export async function createOperator(job: Job): Promise<void> {
  const { db, flags, out, record } = job;
  const { email = '' } = flags as { [flag: string]: string | undefined };
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new UsageError('--email must be an e-mail address.');
  const rights = operatorRightsOfFlag(flags.rights);
  if (rights === undefined) throw new UsageError('"create-operator" needs --rights LIST.');
  const chosen = flags['password-stdin'] ? await readPassword(job, { email }) : undefined;
  const password = chosen ?? randomHex(12);
  const account = { id: randomHex(16), email, passwordHash: await hashPassword(password), createdAt: Date.now() };
  await unlessTaken(
    `${email} has a sign-in already. An account is a seller's or the operator's, never both: use another address.`,
    db.transaction(async (tx) => {
      await insertOperator(tx, account, rights);
      await record?.(tx, 'client create-operator', { email, rights });
    }),
  );
  out.write(`operator  ${email} (${rights.join(', ')})\n`);
  if (chosen === undefined) out.write(`password  ${password}\n\nThe password is shown only now: keep it safe.\n`);
  out.write('The first sign-in asks for a second factor: a passkey or an authenticator app.\n');
}

/** The operator rights in the value of a flag, separated by commas or spaces. Undefined without the flag. */
export function operatorRightsOfFlag(text: string | boolean | undefined): OperatorRight[] | undefined {
  if (typeof text !== 'string') return undefined;
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !isOperatorRight(word));
  if (words.length > 0 && wrong === undefined) return OPERATOR_RIGHTS.filter((right) => words.includes(right));
  const problem = wrong === undefined ? 'names none' : `has "${wrong}"`;
  throw new UsageError(`--rights ${problem}: it takes ${OPERATOR_RIGHTS.join(', ')}, separated by commas.`);
}
