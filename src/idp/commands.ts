import { parseArgs } from 'node:util';
import type { Db } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT, EMBEDDED_OPERATOR_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import { OPERATOR_RIGHTS } from '../domain/authorization/operator-rights.ts';
import { NAMED_RIGHTS, rightsWith, type SellerRight } from '../domain/authorization/rights.ts';
import {
  addAccount,
  disable,
  enable,
  remove,
  removeNamed,
  setSignInPassword,
  unlessTaken,
} from './account-commands.ts';
import { listAccounts } from './accounts.ts';
import { rotate, unverify, verify } from './application-commands.ts';
import type { ChangeMaker } from './audit-entries.ts';
import { insertClient, listClients, ownApplication } from './clients.ts';
import { CommandError, checkId, dateOf, ensureAgreed, type Job, type Out, UsageError } from './command-job.ts';
import { COMMAND_LINE_CLIENT, commandLineMetadata } from './command-line-client.ts';
import { demoNames } from './demo-data.ts';
import { listMembers } from './members.ts';
import { changeOperatorRights, createOperator, operatorRightsOfFlag } from './operator/operator-rights-commands.ts';
import { helpOnce, inviteOwnerOnce, showSignIns } from './operator/people-commands.ts';
import { changeRights, namedRightsIn } from './rights-command.ts';
import { randomHex } from './secrets.ts';
import { disableSeller, enableSeller } from './seller-commands.ts';
import { disabledSellersAfter } from './sellers.ts';
import { expiryOf } from './stored-secrets.ts';
import { setRole } from './team-commands.ts';

type Command = { flags: readonly string[]; arguments: number; run(job: Job): Promise<void> };

export const CLIENT_USAGE = `Applications and sign-ins of the embedded identity provider.

  npm run client -- add --seller ID [--name NAME] [--id ID] [--rights LIST]
      An application of a seller's own (client_credentials). Prints its id and secret, once. It has the basic rights, and those
      of the list, which are given by name only: ${NAMED_RIGHTS.slice(0, 2).join(', ')},
      ${NAMED_RIGHTS.slice(2).join(', ')}.
  npm run client -- add --operator [--name NAME] [--id ID] [--rights LIST]
      An application of the operator: it may change market data, or what the rights of the list allow, and acts for no seller.
  npm run client -- add --command-line [--name NAME] [--id ID]
      The client with which sellers sign in to the command line of the SDK: public, for authorization code with PKCE, back to any
      port of 127.0.0.1. Its id is ${COMMAND_LINE_CLIENT}, which the command line uses, unless you give another one.
  npm run client -- create-operator --email ADDRESS --rights LIST [--password-stdin]
      A person of the operator, who signs in to the operator console and to nothing else, with a second factor. Prints a new
      password, once, or reads one from standard input.
  npm run client -- set-operator-rights ID --rights LIST
      Other rights for an application or a person (by e-mail address) of the operator: some of ${OPERATOR_RIGHTS.slice(0, 3).join(', ')},
      ${OPERATOR_RIGHTS.slice(3).join(', ')}.
  npm run client -- rotate-secret ID [--overlap-hours HOURS]
      Another secret for an application. Prints it, once. The present one still works for 24 hours, or for HOURS (0 to 8760).
  npm run client -- verify ID
      You know whose application it is: the consent page no longer says that it is not verified. \`unverify\` undoes that.
  npm run client -- add-account --email ADDRESS --seller ID [--password-stdin]
      A seller's sign-in. Prints a new password, once, or reads one from standard input (at least 12 characters).
  npm run client -- invite-owner --email ADDRESS --seller ID
      Invites the first owner of a seller that nobody works for, by e-mail: a link that works once, for 7 days.
  npm run client -- sign-ins [--email ADDRESS]
      The latest sign-ins and failures, of one sign-in or of all.
  npm run client -- help-with-factors ADDRESS
      For a person who lost every passkey, authenticator app and recovery code: they are removed after 72 hours, with e-mails to
      the person, or at once when a second person, another user of this machine or an operator, does the same.
  npm run client -- set-password ADDRESS
      Another password for a sign-in: asks for it on a terminal, which does not show it, or reads it from standard input.
      Ends the sessions of the sign-in. Applications keep the access that it gave them.
  npm run client -- set-role ADDRESS --role ROLE [--seller ID]
      What a sign-in is for a seller: owner, manager, analyst or developer. Applications that it connected keep at most the
      rights of that role. Needs --seller when the sign-in works for several.
  npm run client -- rights ID [--add LIST] [--remove LIST]
      Shows the rights of a seller's own application, and gives or takes rights by name.
  npm run client -- disable ID
      An application, or a sign-in (by e-mail address). Its tokens, and those that it gave, stop working within IDP_CACHE_SECONDS;
      it cannot sign in or get new ones. Nothing is removed.
  npm run client -- enable ID
      Undoes that. Sessions do not come back: people sign in again.
  npm run client -- disable-seller ID
      A seller: its tokens, and those that its sign-ins gave, stop working within IDP_CACHE_SECONDS; nobody can sign in to it, and
      nothing is sent to its destinations. Nothing is removed, and its offers stay. \`enable-seller\` undoes that.
  npm run client -- list
      Applications and sign-ins.
  npm run client -- remove ID [--yes]
      An application with its tokens, or a sign-in (by e-mail address) with the access it gave. Lists the applications that a
      sign-in connected and asks first, unless --yes is given.
  npm run client -- remove-demo [--yes]
      The demo's applications and sign-ins, whose secrets are public, and the demo market. Asks first, unless --yes is given.
`;

/** Runs one command and returns the exit code: 0 for success, 1 for a failure, 2 for wrong arguments. */
export async function runClientCommand(
  db: Db,
  args: string[],
  out: Out,
  given: Partial<Omit<Job, 'db' | 'flags' | 'names' | 'out'>> = {},
): Promise<number> {
  if (args[0] === 'help') {
    out.write(CLIENT_USAGE);
    return 0;
  }
  try {
    const { command, ...call } = readCall(args);
    await command.run({ db, ...call, out, input: process.stdin, maker: unknownMaker, ...given });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      (given.complaints ?? out).write(`${error.message}\n\n${CLIENT_USAGE}`);
      return 2;
    }
    if (error instanceof CommandError) {
      out.write(`${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

/** The composition names the person and the machine. */
const unknownMaker = (): ChangeMaker => ({ atMs: Date.now(), who: { type: 'user', id: 'unknown' }, from: 'unknown' });

/** What to print about a call whose command or options do not exist; undefined for others. Needs no store: opening one would create it. */
export function clientCallProblem(args: string[]): string | undefined {
  try {
    if (args[0] !== 'help') readCall(args);
    return undefined;
  } catch (error) {
    return `${(error as Error).message}\n\n${CLIENT_USAGE}`;
  }
}

function readCall([name = '', ...rest]: string[]): Pick<Job, 'flags' | 'names'> & { command: Command } {
  if (name === '') throw new UsageError('Which command?');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new UsageError(`There is no command "${name}".`);
  return { command, ...parseFlags(name, command, rest) };
}

const commands: Readonly<Record<string, Command>> = {
  add: { flags: ['seller', 'operator', 'command-line', 'name', 'id', 'rights'], arguments: 0, run: add },
  'rotate-secret': { flags: ['overlap-hours'], arguments: 1, run: rotate },
  verify: { flags: [], arguments: 1, run: verify },
  unverify: { flags: [], arguments: 1, run: unverify },
  'add-account': { flags: ['email', 'seller', 'password-stdin'], arguments: 0, run: addAccount },
  'create-operator': { flags: ['email', 'rights', 'password-stdin'], arguments: 0, run: createOperator },
  'set-operator-rights': { flags: ['rights'], arguments: 1, run: changeOperatorRights },
  'invite-owner': { flags: ['email', 'seller'], arguments: 0, run: inviteOwnerOnce },
  'help-with-factors': { flags: [], arguments: 1, run: helpOnce },
  'sign-ins': { flags: ['email'], arguments: 0, run: showSignIns },
  list: { flags: [], arguments: 0, run: list },
  'set-role': { flags: ['seller', 'role'], arguments: 1, run: setRole },
  'set-password': { flags: [], arguments: 1, run: setSignInPassword },
  rights: { flags: ['add', 'remove'], arguments: 1, run: changeRights },
  disable: { flags: [], arguments: 1, run: disable },
  enable: { flags: [], arguments: 1, run: enable },
  'disable-seller': { flags: [], arguments: 1, run: disableSeller },
  'enable-seller': { flags: [], arguments: 1, run: enableSeller },
  remove: { flags: ['yes'], arguments: 1, run: remove },
  'remove-demo': { flags: ['yes'], arguments: 0, run: removeDemo },
};

/** The ids of the service's own client and of the console's, which are in no table: another client must not have the same. */
const RESERVED_IDS = new Set(['seller-service', 'service', EMBEDDED_CONSOLE_CLIENT, EMBEDDED_OPERATOR_CONSOLE_CLIENT]);

const BOOLEAN_FLAGS = new Set(['operator', 'command-line', 'password-stdin', 'yes']);

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

async function add(job: Job): Promise<void> {
  const { flags } = job;
  const { seller, operator, 'command-line': commandLine } = flags;
  if ([seller, operator, commandLine].filter((kind) => kind !== undefined).length !== 1) {
    throw new UsageError('"add" needs --command-line, or either --seller ID or --operator.');
  }
  return commandLine === undefined ? addOwnApplication(job) : addCommandLine(job);
}

async function addOwnApplication({ db, flags, out, warnOfSeller, record, secretDays }: Job): Promise<void> {
  const { seller, operator, name, id = randomHex(16) } = flags as { [flag: string]: string | undefined };
  if (seller !== undefined) checkId('--seller', seller);
  checkIdAndName(id, name);
  const rights = operator === undefined ? sellerRightsIn(flags.rights) : operatorRightsOfFlag(flags.rights);
  const secret = randomHex(32);
  const kind = seller === undefined ? 'operator' : 'seller';
  const createdAt = Date.now();
  const client = {
    ...({ id, kind, name, sellerId: seller, rights, secret } as const),
    ...{ metadata: ownApplication, createdAt, secretExpiresAt: expiryOf(createdAt, secretDays) },
  };
  const insertion = db.transaction(async (tx) => {
    await insertClient(tx, client);
    const details = { id, kind, ...(seller !== undefined && { sellerId: seller }), ...(rights && { rights }) };
    await record?.(tx, 'client add', details);
  });
  await unlessTaken(`There is an application "${id}" already.`, insertion);
  out.write(`client_id      ${id}\nclient_secret  ${secret}\n\nThe secret is shown only now: keep it safe.\n`);
  if (seller !== undefined) await warnOfSeller?.(seller);
}

async function addCommandLine({ db, flags, out, record }: Job): Promise<void> {
  const { name, id = COMMAND_LINE_CLIENT, rights } = flags as { [flag: string]: string | undefined };
  if (rights !== undefined)
    throw new UsageError('--command-line takes no --rights: each person decides when signing in.');
  checkIdAndName(id, name);
  const metadata = name === undefined ? commandLineMetadata : { ...commandLineMetadata, client_name: name };
  const insertion = db.transaction(async (tx) => {
    await insertClient(tx, { id, kind: 'dynamic', metadata, verified: true, createdAt: Date.now() });
    await record?.(tx, 'client add', { id, kind: 'dynamic' });
  });
  await unlessTaken(`There is an application "${id}" already.`, insertion);
  out.write(
    `client_id      ${id}\n\nIt has no secret. Sellers sign in with: npx --no-install marketplace-seller login\n`,
  );
}

function checkIdAndName(id: string, name: string | undefined): void {
  checkId('--id', id);
  if (RESERVED_IDS.has(id)) throw new CommandError(`"${id}" is reserved for the service itself.`);
  if (name !== undefined && !/^[^\p{Cc}\p{Cf}]{1,100}$/u.test(name))
    throw new UsageError('--name must be 1 to 100 characters without control characters.');
}

function sellerRightsIn(text: string | boolean | undefined): SellerRight[] | undefined {
  const named = namedRightsIn('--rights', text);
  return named.length === 0 ? undefined : rightsWith(named);
}

async function list({ db, out }: Job): Promise<void> {
  const disabled = new Set(await disabledSellersAfter(db, '', MAX_LISTED));
  const stateAt = (sellerId: string | null, disabledAt: number | null) =>
    disabledAt === null && disabled.has(sellerId ?? '') ? 'seller disabled' : stateOf(disabledAt);
  const clients = (await listClients(db)).map((client) => [
    client.id,
    client.kind,
    client.seller_id ?? '-',
    client.name ?? '-',
    dateOf(client.created_at),
    client.used_at === null ? 'never' : dateOf(client.used_at),
    `${stateAt(client.seller_id, client.disabled_at)}${client.verified_at === null ? '' : ', verified'}`,
  ]);
  const members = Map.groupBy(await listMembers(db), ({ accountId }) => accountId);
  const accounts = (await listAccounts(db)).flatMap(({ id, email, kind, disabledAt }) =>
    (members.get(id) ?? [{ sellerId: '-', role: kind === 'operator' ? kind : '-' }]).map(({ sellerId, role }) => [
      ...[email, sellerId, role],
      stateAt(sellerId, disabledAt),
    ]),
  );
  out.write(tableOf(['APPLICATION', 'KIND', 'SELLER', 'NAME', 'MADE', 'LAST USED', 'STATE'], clients));
  out.write(`\n${tableOf(['SIGN-IN', 'SELLER', 'ROLE', 'STATE'], accounts)}`);
}

const MAX_LISTED = 1_000_000;

const stateOf = (disabledAt: number | null) =>
  disabledAt === null ? 'enabled' : `disabled since ${dateOf(disabledAt)}`;

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
