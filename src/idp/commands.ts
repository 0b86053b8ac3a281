import { parseArgs } from 'node:util';
import { type Db, type Sql, violatedConstraint } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import { ID_RULE, isId } from '../domain/ids.ts';
import { insertAccount, listAccounts, removeAccount } from './accounts.ts';
import { insertClient, listClients, ownApplication, removeClient } from './clients.ts';
import { demoNames } from './demo-data.ts';
import { hashChosen, randomHex } from './secrets.ts';

type Out = { write(text: string): unknown };
type Input = AsyncIterable<Uint8Array | string> & { isTTY?: boolean };
type Flags = Readonly<Record<string, string | boolean | undefined>>;
type Command = { flags: readonly string[]; arguments: number; run(job: Job): Promise<void> };
type Job = { db: Db; flags: Flags; names: readonly string[]; out: Out; input: Input } & MarketParts;

/** What the commands need of the service's store. The provider knows no market: the composition passes it in. */
export type MarketParts = {
  /** Warns when the market has no such seller. */
  warnOfSeller?: (sellerId: string) => Promise<void>;
  demoMarket?: DemoMarket;
  /** Records a change in the audit log, in its transaction. */
  record?: Recorder;
};

type Recorder = (tx: Sql, operation: string, details: Readonly<Record<string, unknown>>) => Promise<void>;

/** The demo market of the service's store. */
export type DemoMarket = {
  /** What there is to remove, for the operator; empty when there is none. */
  found(): Promise<readonly string[]>;
  /** Removes it. What stays, and why. */
  remove(): Promise<readonly string[]>;
};

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
  npm run client -- remove-demo [--yes]
      The demo's applications and sign-ins, whose secrets are public, and the demo market. Asks first, unless --yes is given.
`;

/** The arguments are wrong. */
class UsageError extends Error {}

/** The arguments are right, but the command cannot be carried out. */
class CommandError extends Error {}

/** Runs one command and returns the exit code: 0 for success, 1 for a failure, 2 for wrong arguments. */
export async function runClientCommand(
  db: Db,
  args: string[],
  out: Out,
  input: Input = process.stdin,
  marketParts: MarketParts = {},
): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || ['help', '--help', '-h'].includes(name)) {
    out.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw new UsageError(`There is no command "${name}".`);
    await command.run({ db, ...parseFlags(name, command, rest), out, input, ...marketParts });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      out.write(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    if (error instanceof CommandError) {
      out.write(`${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

const commands: Readonly<Record<string, Command>> = {
  add: { flags: ['seller', 'operator', 'name', 'id'], arguments: 0, run: add },
  'add-account': { flags: ['email', 'seller', 'password-stdin'], arguments: 0, run: addAccount },
  list: { flags: [], arguments: 0, run: list },
  remove: { flags: [], arguments: 1, run: remove },
  'remove-demo': { flags: ['yes'], arguments: 0, run: removeDemo },
};

/** The ids of the service's own client and of the console's, which are in no table: another client must not have the same. */
const RESERVED_IDS = new Set(['seller-service', 'service', EMBEDDED_CONSOLE_CLIENT]);

const BOOLEAN_FLAGS = new Set(['operator', 'password-stdin', 'yes']);

function parseFlags(name: string, { flags, arguments: count }: Command, args: string[]): Pick<Job, 'flags' | 'names'> {
  const options = Object.fromEntries(
    flags.map((flag) => [flag, { type: BOOLEAN_FLAGS.has(flag) ? ('boolean' as const) : ('string' as const) }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length > count) throw new UsageError(`"${name}" takes no argument "${positionals[count]}".`);
    if (positionals.length < count) throw new UsageError(`"${name}" needs an id.`);
    return { flags: values, names: positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${(error as Error).message}`);
  }
}

async function add({ db, flags, out, warnOfSeller, record }: Job): Promise<void> {
  const { seller, operator, name, id = randomHex(16) } = flags as { [flag: string]: string | undefined };
  if ((seller === undefined) === (operator === undefined)) {
    throw new UsageError('"add" needs either --seller ID or --operator.');
  }
  if (seller !== undefined) checkId('--seller', seller);
  checkId('--id', id);
  if (RESERVED_IDS.has(id)) throw new CommandError(`"${id}" is reserved for the service itself.`);
  if (name !== undefined && !/^[^\p{Cc}\p{Cf}]{1,100}$/u.test(name))
    throw new UsageError('--name must be 1 to 100 characters without control characters.');
  const secret = randomHex(32);
  const kind = seller === undefined ? 'operator' : 'seller';
  const client = { id, kind, name, sellerId: seller, secret, metadata: ownApplication, createdAt: Date.now() } as const;
  const insertion = db.transaction(async (tx) => {
    await insertClient(tx, client);
    await record?.(tx, 'client add', { id, kind, ...(seller !== undefined && { sellerId: seller }) });
  });
  await unlessTaken(`There is an application "${id}" already.`, insertion);
  out.write(`client_id      ${id}\nclient_secret  ${secret}\n\nThe secret is shown only now: keep it safe.\n`);
  if (seller !== undefined) await warnOfSeller?.(seller);
}

async function addAccount({ db, flags, out, input, warnOfSeller, record }: Job): Promise<void> {
  const { email = '', seller } = flags as { [flag: string]: string | undefined };
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new UsageError('--email must be an e-mail address.');
  if (seller === undefined) throw new UsageError('"add-account" needs --seller ID.');
  checkId('--seller', seller);
  const chosen = flags['password-stdin'] ? await readPassword(input) : undefined;
  const password = chosen ?? randomHex(12);
  const account = { id: randomHex(16), email, sellerId: seller, passwordHash: await hashChosen(password) };
  await unlessTaken(
    `${email} has a sign-in already. Remove it first: npm run client -- remove ${email}`,
    db.transaction(async (tx) => {
      await insertAccount(tx, { ...account, createdAt: Date.now() });
      await record?.(tx, 'client add-account', { email, sellerId: seller });
    }),
  );
  out.write(`sign-in   ${email} (seller ${seller})\n`);
  if (chosen === undefined) out.write(`password  ${password}\n\nThe password is shown only now: keep it safe.\n`);
  await warnOfSeller?.(seller);
}

const MIN_PASSWORD_LENGTH = 8;

async function readPassword(input: Input): Promise<string> {
  let text = '';
  for await (const piece of input) text += typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8');
  const password = text.replace(/\r?\n$/, '');
  if (password.length < MIN_PASSWORD_LENGTH || password.length > 1000) {
    throw new UsageError(`The password must have ${MIN_PASSWORD_LENGTH} to 1000 characters.`);
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

async function remove(job: Job): Promise<void> {
  const { names, out } = job;
  const [name = ''] = names;
  const removed = await removeNamed(job, 'client remove', name);
  if (!removed) throw new CommandError(`There is no application or sign-in "${name}". See: npm run client -- list`);
  out.write(`Removed ${name}.\n`);
}

function removeNamed({ db, record }: Job, operation: string, name: string): Promise<boolean> {
  return name.includes('@')
    ? removeAccount(db, name, (tx) => record?.(tx, operation, { email: name }))
    : removeClient(db, name, (tx) => record?.(tx, operation, { id: name }));
}

async function removeDemo(job: Job): Promise<void> {
  const { db, out, demoMarket, record } = job;
  const { clients, accounts } = await demoNames(db);
  const market = (await demoMarket?.found()) ?? [];
  const names = [...clients, ...accounts, ...market];
  if (names.length === 0) return void out.write('There is no demo to remove.\n');
  await ensureAgreed(job, `This removes ${names.join(', ')}.`);
  for (const name of [...clients, ...accounts]) await removeNamed(job, 'client remove-demo', name);
  if (market.length > 0) await record?.(db, 'client remove-demo', { market });
  const left = market.length === 0 ? [] : ((await demoMarket?.remove()) ?? []);
  out.write(`Removed ${names.join(', ')}.\n`);
  if (left.length > 0)
    out.write(`These stay, because other records need them:\n${left.map((one) => `  ${one}\n`).join('')}`);
}

/** Asks on a terminal. Elsewhere nobody could answer, so the command must say `--yes`. */
async function ensureAgreed({ flags, out, input }: Job, what: string): Promise<void> {
  if (flags.yes === true) return;
  if (!input.isTTY) throw new CommandError(`${what}\nNothing was removed: this is no terminal to ask on. Add --yes.`);
  out.write(`${what}\nGo on? [y/N] `);
  for await (const line of input) {
    if (/^y(es)?$/i.test(String(line).trim())) return;
    break;
  }
  throw new CommandError('Nothing was removed.');
}

function checkId(flag: string, id: string): void {
  if (!isId(id)) throw new UsageError(`${flag} must be ${ID_RULE}.`);
}

async function unlessTaken(message: string, insertion: Promise<void>): Promise<void> {
  try {
    await insertion;
  } catch (error) {
    if (violatedConstraint(error) === 'unique') throw new CommandError(message);
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
