import { type Sql, violatedConstraint } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import {
  type Account,
  accountByEmail,
  insertAccount,
  removeAccount,
  setAccountDisabled,
  setPassword,
} from './accounts.ts';
import { clientOwner, removeClient, setClientDisabled } from './clients.ts';
import { CommandError, checkId, dateOf, ensureAgreed, isSignIn, type Job, noSuch, UsageError } from './command-job.ts';
import { type Connection, connectionsOf } from './connections.ts';
import { queueMail } from './mail/mail-queue.ts';
import { hashPassword } from './password-hash.ts';
import { readPassword } from './password-input.ts';
import { randomHex } from './secrets.ts';

export async function addAccount({ db, flags, out, input, warnOfSeller, record }: Job): Promise<void> {
  const { email = '', seller } = flags as { [flag: string]: string | undefined };
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new UsageError('--email must be an e-mail address.');
  if (seller === undefined) throw new UsageError('"add-account" needs --seller ID.');
  checkId('--seller', seller);
  const chosen = flags['password-stdin'] ? await readPassword(input, out) : undefined;
  const password = chosen ?? randomHex(12);
  const account = { id: randomHex(16), email, sellerId: seller, passwordHash: await hashPassword(password) };
  await unlessTaken(
    `${email} has a sign-in already. For another password: npm run client -- set-password ${email}`,
    db.transaction(async (tx) => {
      await insertAccount(tx, { ...account, createdAt: Date.now() });
      await record?.(tx, 'client add-account', { email, sellerId: seller });
    }),
  );
  out.write(`sign-in   ${email} (seller ${seller})\n`);
  if (chosen === undefined) out.write(`password  ${password}\n\nThe password is shown only now: keep it safe.\n`);
  await warnOfSeller?.(seller);
}

export async function changePassword({ db, names, out, input, record }: Job): Promise<void> {
  const [email = ''] = names;
  // Before anybody types a password.
  const account = await accountByEmail(db, email);
  if (account === undefined) throw noSignIn(email);
  const passwordHash = await hashPassword(await readPassword(input, out));
  const onChange = async (tx: Sql) => {
    const nowMs = Date.now();
    await queueMail(tx, { kind: 'password changed', accountId: account.id, facts: { atMs: nowMs } }, nowMs);
    await record?.(tx, 'client set-password', { email, sellerId: account.sellerId });
  };
  if (!(await setPassword(db, { email, passwordHash }, onChange))) throw noSignIn(email);
  out.write(
    `${email} has a new password. Everybody who was signed in has to sign in again; applications keep their access.\n`,
  );
}

export const disable = (job: Job) => setDisabled(job, Date.now());
export const enable = (job: Job) => setDisabled(job, null);

async function setDisabled({ db, names, out, record }: Job, disabledAt: number | null): Promise<void> {
  const [name = ''] = names;
  const operation = disabledAt === null ? 'client enable' : 'client disable';
  const account = isSignIn(name) ? await accountByEmail(db, name) : undefined;
  const details = await recordedName(db, name);
  if (details === undefined) throw noSuch(name);
  const onChange = (tx: Sql) => record?.(tx, operation, details);
  const changed = isSignIn(name)
    ? await setAccountDisabled(db, { email: name, disabledAt }, onChange)
    : await setClientDisabled(db, { id: name, disabledAt }, onChange);
  if (!changed) {
    out.write(`${name} is ${disabledAt === null ? 'not disabled' : 'disabled already'}: nothing was changed.\n`);
    return;
  }
  out.write(`${disabledAt === null ? 'Enabled' : 'Disabled'} ${name}.\n`);
  const connections = account === undefined ? [] : await connectionsThrough(db, account);
  if (connections.length === 0) return;
  const effect = disabledAt === null ? 'have the access again that' : 'have no access while it is disabled, as far as';
  out.write(`These applications ${effect} it gave them:\n${linesOf(connections, account)}`);
}

/** An application with its tokens; a sign-in, with the access that it gave, after a question if it gave any. */
export async function remove(job: Job): Promise<void> {
  const { db, names, out } = job;
  const [name = ''] = names;
  const account = isSignIn(name) ? await accountByEmail(db, name) : undefined;
  const connections = account === undefined ? [] : await connectionsThrough(db, account);
  if (account !== undefined && connections.length > 0)
    await ensureAgreed(
      job,
      `These applications act for seller ${account.sellerId} because ${name} connected them. Removing it ends that:\n${linesOf(connections, account)}`.trimEnd(),
    );
  if (!(await removeNamed(job, 'client remove', name))) throw noSuch(name);
  out.write(`Removed ${name}.\n`);
}

export async function removeNamed({ db, record }: Job, operation: string, name: string): Promise<boolean> {
  const details = await recordedName(db, name);
  const onRemoved = (tx: Sql) => record?.(tx, operation, details ?? {});
  return isSignIn(name) ? removeAccount(db, name, onRemoved) : removeClient(db, name, onRemoved);
}

/** What the audit log says about a sign-in or an application: its name, and whose it is. Undefined when there is none. */
async function recordedName(db: Sql, name: string): Promise<Record<string, string> | undefined> {
  const found = isSignIn(name) ? await accountByEmail(db, name) : await clientOwner(db, name);
  if (found === undefined) return undefined;
  const sellerId = found.sellerId ?? undefined;
  return { ...(isSignIn(name) ? { email: name } : { id: name }), ...(sellerId !== undefined && { sellerId }) };
}

/** The applications that the account connected. The console is none: it ends with the sign-in. */
async function connectionsThrough(db: Job['db'], account: Account): Promise<Connection[]> {
  const all = await connectionsOf(db, account, Date.now());
  return all.filter(
    ({ clientId, people }) =>
      clientId !== EMBEDDED_CONSOLE_CLIENT && people.some(({ accountId }) => accountId === account.id),
  );
}

function linesOf(connections: readonly Connection[], account: Account | undefined): string {
  return connections
    .map(({ name, clientId, connectedAt, people }) => {
      const others = people.filter(({ accountId }) => accountId !== account?.id).map(({ email }) => email);
      const stays = others.length === 0 ? '' : `; keeps the access that ${others.join(', ')} gave`;
      return `  ${name} (${clientId}), connected since ${dateOf(connectedAt)}${stays}\n`;
    })
    .join('');
}

const noSignIn = (email: string) => new CommandError(`There is no sign-in "${email}". See: npm run client -- list`);

export async function unlessTaken(message: string, insertion: Promise<void>): Promise<void> {
  try {
    await insertion;
  } catch (error) {
    if (violatedConstraint(error) === 'unique') throw new CommandError(message);
    throw error;
  }
}
