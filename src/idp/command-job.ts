import type { Db, Sql } from '../db/db.ts';
import { ID_RULE, isId } from '../domain/ids.ts';
import type { ChangeMaker } from './audit-entries.ts';
import { LastAdminError } from './operator/last-admin.ts';

export type Out = { write(text: string): unknown };
export type CommandInput = AsyncIterable<Uint8Array | string> & { isTTY?: boolean };
type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** One call of a command of `npm run client`. What is optional the composition passes in: the provider knows no market, and no audit log. */
export type Job = {
  db: Db;
  flags: Flags;
  names: readonly string[];
  out: Out;
  input: CommandInput;
  /** Warns when the market has no such seller. */
  warnOfSeller?: (sellerId: string) => Promise<void>;
  demoMarket?: DemoMarket;
  /** Where problems of the arguments are printed. Default: where everything is. */
  complaints?: Out;
  /** The operator's name, which passwords must not be made of. */
  brandName?: string;
  /** IDP_SECRET_DAYS. Default: secrets do not expire. */
  secretDays?: number;
  /** IDP_CACHE_SECONDS of the service. Default: 30. */
  cacheSeconds?: number;
  /** Records a change in the audit log, in its transaction. */
  record?: Recorder;
  /** Who runs the command, and when, for changes that record themselves. */
  maker: () => ChangeMaker;
};

type Recorder = (tx: Sql, operation: string, details: Readonly<Record<string, unknown>>) => Promise<void>;

/** The demo market of the service's store. */
export type DemoMarket = {
  /** The records to remove, as text for the operator; empty when there are none. */
  found(): Promise<readonly string[]>;
  /** Removes it. Returns what stays, and why. */
  remove(): Promise<readonly string[]>;
};

/** The arguments are wrong. */
export class UsageError extends Error {}

/** The arguments are right, but the command cannot be carried out. */
export class CommandError extends Error {}

/** Asks on a terminal. Without a terminal the command needs `--yes`. */
export async function ensureAgreed({ flags, out, input }: Job, what: string): Promise<void> {
  if (flags.yes === true) return;
  if (!input.isTTY) throw new CommandError(`${what}\nNothing was removed: this is no terminal to ask on. Add --yes.`);
  out.write(`${what}\nGo on? [y/N] `);
  for await (const line of input) {
    if (/^y(es)?$/i.test(String(line).trim())) return;
    break;
  }
  throw new CommandError('Nothing was removed.');
}

export function checkId(flag: string, id: string): void {
  if (!isId(id)) throw new UsageError(`${flag} must be ${ID_RULE}.`);
}

/** Sign-ins have an e-mail address, applications an id without one. */
export const isSignIn = (name: string) => name.includes('@');

export const noSuch = (name: string) =>
  new CommandError(`There is no application or sign-in "${name}". See: npm run client -- list`);

export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** One person of the operator always administers the others (`operator/last-admin.ts`). */
export async function unlessLastAdmin<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof LastAdminError)
      throw new CommandError(`${error.message} Give another one operator:admin first.`);
    throw error;
  }
}
