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
import {
  CommandError,
  checkId,
  dateOf,
  ensureAgreed,
  isSignIn,
  type Job,
  noSuch,
  UsageError,
  unlessLastAdmin,
} from './command-job.ts';
import { type Connection, connectionsOf } from './connections.ts';
import { queueMail } from './mail/mail-queue.ts';
import { endSecretsOf } from './member-possessions.ts';
import { type Member, membershipsOf } from './members.ts';
import { hashPassword } from './password-hash.ts';
import { readPassword } from './password-input.ts';
import { randomHex } from './secrets.ts';

export async function addAccount(job: Job): Promise<void> {
  const { db, flags, out, warnOfSeller, record } = job;
  const { email = '', seller } = flags as { [flag: string]: string | undefined };
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new UsageError('--email must be an e-mail address.');
  if (seller === undefined) throw new UsageError('"add-account" needs --seller ID.');
  checkId('--seller', seller);
  const chosen = flags['password-stdin'] ? await readPassword(job, { email }) : undefined;
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

export async function setSignInPassword(job: Job): Promise<void> {
  const { db, names, out } = job;
  const [email = ''] = names;
  // Before anybody types a password.
  const account = await accountByEmail(db, email);
  if (account === undefined) throw noSignIn(email);
  const passwordHash = await hashPassword(await readPassword(job, account));
  const details = await recordedNames(db, email);
  const onChange = async (tx: Sql) => {
    const nowMs = Date.now();
    await queueMail(tx, { kind: 'password changed', accountId: account.id, facts: { atMs: nowMs } }, nowMs);
    await recordAll(job, tx, 'client set-password', details);
  };
  if (!(await setPassword(db, { email, passwordHash }, onChange))) throw noSignIn(email);
  out.write(
    `${email} has a new password. Everybody who was signed in has to sign in again; applications keep their access.\n`,
  );
}

export const disable = (job: Job) => setDisabled(job, Date.now());
export const enable = (job: Job) => setDisabled(job, null);

async function setDisabled(job: Job, disabledAt: number | null): Promise<void> {
  const { db, names, out } = job;
  const [name = ''] = names;
  const operation = disabledAt === null ? 'client enable' : 'client disable';
  const account = isSignIn(name) ? await accountByEmail(db, name) : undefined;
  const details = await recordedNames(db, name);
  if (details.length === 0) throw noSuch(name);
  const onChange = (tx: Sql) => recordAll(job, tx, operation, details);
  const changed = isSignIn(name)
    ? await unlessLastAdmin(setAccountDisabled(db, { email: name, disabledAt }, onChange))
    : await setClientDisabled(db, { id: name, disabledAt }, onChange);
  if (!changed) {
    out.write(`${name} is ${disabledAt === null ? 'not disabled' : 'disabled already'}: nothing was changed.\n`);
    return;
  }
  out.write(`${disabledAt === null ? 'Enabled' : 'Disabled'} ${name}.\n`);
  const connections = account === undefined ? [] : await connectionsThrough(db, account);
  if (connections.length === 0) return;
  const effect = disabledAt === null ? 'have the access again that' : 'have no access while it is disabled, as far as';
  out.write(`These applications ${effect} it gave them:\n${linesOf(connections)}`);
}

/** An application with its tokens; a sign-in, with the access that it gave, after a question if it gave any. */
export async function remove(job: Job): Promise<void> {
  const { db, names, out } = job;
  const [name = ''] = names;
  const account = isSignIn(name) ? await accountByEmail(db, name) : undefined;
  const connections = account === undefined ? [] : await connectionsThrough(db, account);
  if (connections.length > 0)
    await ensureAgreed(
      job,
      `These applications act for seller ${sellersOf(connections)} because ${name} connected them. Removing it ends that:\n${linesOf(connections)}`.trimEnd(),
    );
  if (!(await removeNamed(job, 'client remove', name))) throw noSuch(name);
  out.write(`Removed ${name}.\n`);
}

/** False when there is nothing with this name. The secrets that a person created end after 24 hours, as when a member leaves. */
export async function removeNamed(job: Job, operation: string, name: string): Promise<boolean> {
  const { db } = job;
  const details = await recordedNames(db, name);
  if (!isSignIn(name)) return removeClient(db, name, (tx) => recordAll(job, tx, operation, details));
  const removing = removeAccount(db, name, async (tx, ended) => {
    const secretsEnded = new Map<string | undefined, string[]>();
    for (const member of ended) secretsEnded.set(member.sellerId, await endSecretsOf(tx, member, Date.now()));
    const entries = details.map((one) => {
      const secrets = secretsEnded.get(one.sellerId) ?? [];
      return secrets.length === 0 ? one : { ...one, secretsEnded: secrets };
    });
    await recordAll(job, tx, operation, entries);
  });
  const removal = await unlessLastAdmin(removing);
  if (removal.kind === 'last owner')
    throw new CommandError(
      `${name} is the only owner of seller ${removal.sellerId}, which has other members. Make one of them an owner first: npm run client -- set-role`,
    );
  return removal.kind === 'removed';
}

type Details = { readonly sellerId?: string; readonly [name: string]: unknown };

/**
 * What the audit log says about a sign-in or an application: its name, and whose it is. A sign-in has an entry for each of its
 * sellers, so that each sees it. Empty when there is none.
 */
async function recordedNames(db: Sql, name: string): Promise<Details[]> {
  if (!isSignIn(name)) {
    const client = await clientOwner(db, name);
    return client === undefined ? [] : [{ id: name, ...(client.sellerId !== null && { sellerId: client.sellerId }) }];
  }
  const account = await accountByEmail(db, name);
  if (account === undefined) return [];
  const sellers = await membershipsOf(db, account.id, 'also disabled');
  return sellers.length === 0 ? [{ email: name }] : sellers.map(({ sellerId }) => ({ email: name, sellerId }));
}

async function recordAll({ record }: Job, tx: Sql, operation: string, details: readonly Details[]): Promise<void> {
  for (const one of details) await record?.(tx, operation, one);
}

/** An application that a sign-in connected to one of its sellers. */
type ThroughMember = Connection & { member: Member };

/** The applications that the account connected. The console is none: it ends with the sign-in. */
async function connectionsThrough(db: Job['db'], account: Account): Promise<ThroughMember[]> {
  const found: ThroughMember[] = [];
  for (const member of await membershipsOf(db, account.id, 'also disabled')) {
    for (const connection of await connectionsOf(db, member, Date.now())) {
      const isThrough = connection.people.some(({ memberId }) => memberId === member.id);
      if (isThrough && connection.clientId !== EMBEDDED_CONSOLE_CLIENT) found.push({ ...connection, member });
    }
  }
  return found;
}

const sellersOf = (connections: readonly ThroughMember[]) =>
  [...new Set(connections.map(({ member }) => member.sellerId))].join(', ');

function linesOf(connections: readonly ThroughMember[]): string {
  return connections
    .map(({ name, clientId, connectedAt, people, member }) => {
      const others = people.filter(({ memberId }) => memberId !== member.id).map(({ email }) => email);
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
