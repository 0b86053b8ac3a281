import { parseArgs } from 'node:util';
import { type Db, violatedConstraint } from '../db/db.ts';
import { insertAccount, listAccounts, removeAccount } from './accounts.ts';
import { insertClient, listClients, ownApplication, removeClient } from './clients.ts';
import { hashChosen, randomHex } from './secrets.ts';

type Out = { write(text: string): unknown };
type Input = AsyncIterable<Uint8Array | string>;
type Flags = Readonly<Record<string, string | boolean | undefined>>;
type Command = { flags: readonly string[]; takes: number; run(job: Job): Promise<void> };
type Job = { db: Db; flags: Flags; names: readonly string[]; out: Out; input: Input };

const USAGE = `Applications and sign-ins of the embedded identity provider.

  npm run client -- add --seller ID [--name NAME] [--id ID]
      An application of a seller's own (client_credentials). Prints its id and secret, once.
  npm run client -- add --operator [--name NAME] [--id ID]
      An application of the operator: it may change market data and acts for no seller.
  npm run client -- add-account --email ADDRESS --seller ID [--password-stdin]
      A seller's sign-in. Prints a new password, once, or reads one from standard input.
  npm run client -- list
      Applications and sign-ins.
  npm run client -- remove ID
      An application with its tokens, or a sign-in (by e-mail address) with the access it gave.
  npm run client -- remove-demo
      The demo's applications and sign-ins, whose secrets everybody knows.
`;

class Mistake extends Error {}

/** Runs one command and gives back the exit code: 0 done, 1 it could not be done, 2 the arguments are wrong. */
export async function runClientCommand(
  db: Db,
  args: string[],
  out: Out,
  input: Input = process.stdin,
): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || ['help', '--help', '-h'].includes(name)) {
    out.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw new Mistake(`There is no command "${name}".`);
    await command.run({ db, ...read(name, command, rest), out, input });
    return 0;
  } catch (error) {
    if (error instanceof Mistake) {
      out.write(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    if (error instanceof CannotBeDone) {
      out.write(`${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

class CannotBeDone extends Error {}

const commands: Readonly<Record<string, Command>> = {
  add: { flags: ['seller', 'operator', 'name', 'id'], takes: 0, run: add },
  'add-account': { flags: ['email', 'seller', 'password-stdin'], takes: 0, run: addAccount },
  list: { flags: [], takes: 0, run: list },
  remove: { flags: [], takes: 1, run: remove },
  'remove-demo': { flags: [], takes: 0, run: removeDemo },
};

/** The service's own client, as it and its manual name it. It is in no table: another one could not be told from it. */
const RESERVED = new Set(['seller-service', 'service']);

const TRUTHS = new Set(['operator', 'password-stdin']);

function read(name: string, { flags, takes }: Command, args: string[]): Pick<Job, 'flags' | 'names'> {
  const options = Object.fromEntries(
    flags.map((flag) => [flag, { type: TRUTHS.has(flag) ? ('boolean' as const) : ('string' as const) }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length > takes)
      throw new Mistake(`"${name}" does not know what to do with "${positionals[takes]}".`);
    if (positionals.length < takes) throw new Mistake(`"${name}" needs an id.`);
    return { flags: values, names: positionals };
  } catch (error) {
    if (error instanceof Mistake) throw error;
    throw new Mistake(`${(error as Error).message}`);
  }
}

async function add({ db, flags, out }: Job): Promise<void> {
  const { seller, operator, name, id = randomHex(16) } = flags as { [flag: string]: string | undefined };
  if ((seller === undefined) === (operator === undefined)) {
    throw new Mistake('"add" needs either --seller ID or --operator.');
  }
  if (seller !== undefined) checkId('--seller', seller);
  checkId('--id', id);
  if (RESERVED.has(id)) throw new CannotBeDone(`"${id}" is reserved for the service itself.`);
  if (name !== undefined && !/^[^\p{Cc}\p{Cf}]{1,100}$/u.test(name))
    throw new Mistake('--name must be 1 to 100 letters.');
  const secret = randomHex(32);
  const kind = seller === undefined ? 'operator' : 'seller';
  const client = { id, kind, name, sellerId: seller, secret, metadata: ownApplication, createdAt: Date.now() } as const;
  await unlessTaken(`There is an application "${id}" already.`, insertClient(db, client));
  out.write(`client_id      ${id}\nclient_secret  ${secret}\n\nThe secret is shown only now: keep it safe.\n`);
}

async function addAccount({ db, flags, out, input }: Job): Promise<void> {
  const { email = '', seller } = flags as { [flag: string]: string | undefined };
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) throw new Mistake('--email must be an e-mail address.');
  if (seller === undefined) throw new Mistake('"add-account" needs --seller ID.');
  checkId('--seller', seller);
  const chosen = flags['password-stdin'] ? await readPassword(input) : undefined;
  const password = chosen ?? randomHex(12);
  const account = { id: randomHex(16), email, sellerId: seller, passwordHash: await hashChosen(password) };
  await unlessTaken(
    `${email} has a sign-in already. Remove it first: npm run client -- remove ${email}`,
    insertAccount(db, { ...account, createdAt: Date.now() }),
  );
  out.write(`sign-in   ${email} (seller ${seller})\n`);
  if (chosen === undefined) out.write(`password  ${password}\n\nThe password is shown only now: keep it safe.\n`);
}

const SHORTEST_PASSWORD = 8;

async function readPassword(input: Input): Promise<string> {
  let text = '';
  for await (const piece of input) text += typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8');
  const password = text.replace(/\r?\n$/, '');
  if (password.length < SHORTEST_PASSWORD || password.length > 1000) {
    throw new Mistake(`The password must have ${SHORTEST_PASSWORD} to 1000 characters.`);
  }
  return password;
}

async function list({ db, out }: Job): Promise<void> {
  const clients = (await listClients(db)).map((client) => [
    client.id,
    client.kind,
    client.seller_id ?? '-',
    client.name ?? '-',
    dateOf(client.created_at),
    client.used_at === null ? 'never' : dateOf(client.used_at),
  ]);
  const accounts = (await listAccounts(db)).map((account) => [account.email, account.sellerId]);
  out.write(tableOf(['APPLICATION', 'KIND', 'SELLER', 'NAME', 'MADE', 'LAST USED'], clients));
  out.write(`\n${tableOf(['SIGN-IN', 'SELLER'], accounts)}`);
}

async function remove({ db, names, out }: Job): Promise<void> {
  const [name = ''] = names;
  const removed = name.includes('@') ? await removeAccount(db, name) : await removeClient(db, name);
  if (!removed) throw new CannotBeDone(`There is no application or sign-in "${name}". See: npm run client -- list`);
  out.write(`Removed ${name}.\n`);
}

async function removeDemo({ db, out }: Job): Promise<void> {
  const clients = (await listClients(db)).filter((client) => client.demo).map((client) => client.id);
  const accounts = (await listAccounts(db)).filter((account) => account.demo).map((account) => account.email);
  for (const id of clients) await removeClient(db, id);
  for (const email of accounts) await removeAccount(db, email);
  const names = [...clients, ...accounts];
  out.write(names.length === 0 ? 'There is no demo to remove.\n' : `Removed ${names.join(', ')}.\n`);
}

function checkId(flag: string, id: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)) return;
  throw new Mistake(`${flag} must be 1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit.`);
}

async function unlessTaken(message: string, insertion: Promise<void>): Promise<void> {
  try {
    await insertion;
  } catch (error) {
    if (violatedConstraint(error) === 'unique') throw new CannotBeDone(message);
    throw error;
  }
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
