import { type Db, type Sql, violatedConstraint } from '../../db/db.ts';
import { removeFactorHelp } from './factor-help-table.ts';
import { changeFactors, type Factors, hasFactor } from './factors.ts';
import { insertPasskey, MAX_PASSKEYS, type NewPasskey, removePasskey, renamePasskey } from './passkeys.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { insertTotp, removeTotp, stepOfCode, type TotpSetup } from './totp.ts';

/** What the owner is told of, and the audit log records. */
export type FactorNews =
  | 'passkey added'
  | 'passkey removed'
  | 'authenticator app added'
  | 'authenticator app removed'
  | 'recovery codes replaced'
  | 'recovery code used';

/** Whose factors change, and how a change is recorded, in its transaction. */
export type FactorOwner = {
  readonly db: Db;
  readonly key: string;
  readonly accountId: string;
  readonly now: number;
  /** The last factor must stay. */
  readonly isRequired: boolean;
  /** `facts`: for the e-mail to the person. */
  readonly record: (tx: Sql, news: FactorNews, facts?: Readonly<Record<string, string>>) => Promise<void>;
};

/** `problem` is for the person. `codes`: new recovery codes, which are shown once. */
export type FactorOutcome = { readonly problem: string } | { readonly codes?: readonly string[] };

type Change = (tx: Sql, factors: Factors) => Promise<FactorOutcome>;
/** Runs in the transaction that adds the first factor. */
type OnFirst = (tx: Sql) => Promise<unknown>;

/** With `onFirst` the person has not passed a second step: then it adds a first factor only. */
export async function addApp(
  owner: FactorOwner,
  { secret }: TotpSetup,
  code: string,
  onFirst?: OnFirst,
): Promise<FactorOutcome> {
  const { key, accountId, now } = owner;
  const step = await stepOfCode(secret, code, now);
  if (step === undefined) return { problem: 'The code is not right. Enter the one that the app shows now.' };
  return changed(owner, 'You have an authenticator app already.', async (tx, factors) => {
    if (onFirst && hasFactor(factors)) return NOT_FIRST;
    await insertTotp(tx, key, { accountId, secret, step }, now);
    await owner.record(tx, 'authenticator app added');
    await onFirst?.(tx);
    return withFirstCodes(tx, owner, factors);
  });
}

/** `onFirst` as in `addApp`. */
export function addPasskey(
  owner: FactorOwner,
  created: Omit<NewPasskey, 'accountId' | 'createdAt'>,
  onFirst?: OnFirst,
): Promise<FactorOutcome> {
  const { accountId, now: createdAt } = owner;
  return changed(owner, 'This passkey is known already.', async (tx, factors) => {
    if (onFirst && hasFactor(factors)) return NOT_FIRST;
    if (factors.passkeys.length >= MAX_PASSKEYS)
      return { problem: `You have ${MAX_PASSKEYS} passkeys already. Remove one first.` };
    await insertPasskey(tx, { ...created, accountId, createdAt });
    await owner.record(tx, 'passkey added', { name: created.name });
    await onFirst?.(tx);
    return withFirstCodes(tx, owner, factors);
  });
}

const NOT_FIRST = { problem: 'Two-step sign-in was set up in another window. Sign in with it.' };

/** Whoever gets a first factor gets recovery codes with it, and needs no help any more. */
async function withFirstCodes(tx: Sql, { accountId, now }: FactorOwner, before: Factors): Promise<FactorOutcome> {
  await removeFactorHelp(tx, accountId);
  return hasFactor(before) ? {} : { codes: await replaceRecoveryCodes(tx, accountId, now) };
}

export function nameAPasskey(owner: FactorOwner, id: string, name: string): Promise<FactorOutcome> {
  return changed(owner, '', async (tx) => {
    await renamePasskey(tx, owner.accountId, id, name);
    return {};
  });
}

export function removeAPasskey(owner: FactorOwner, id: string): Promise<FactorOutcome> {
  return changed(owner, '', async (tx, factors) => {
    if (isLast(owner, factors)) return LAST;
    const name = await removePasskey(tx, owner.accountId, id);
    if (name !== undefined) await owner.record(tx, 'passkey removed', { name });
    return {};
  });
}

export function removeApp(owner: FactorOwner): Promise<FactorOutcome> {
  return changed(owner, '', async (tx, factors) => {
    if (isLast(owner, factors)) return LAST;
    if (await removeTotp(tx, owner.accountId)) await owner.record(tx, 'authenticator app removed');
    return {};
  });
}

export function newRecoveryCodes(owner: FactorOwner): Promise<FactorOutcome> {
  return changed(owner, '', async (tx, factors) => {
    if (!hasFactor(factors)) return { problem: 'Add a passkey or an authenticator app first.' };
    const codes = await replaceRecoveryCodes(tx, owner.accountId, owner.now);
    await owner.record(tx, 'recovery codes replaced');
    return { codes };
  });
}

const LAST = {
  problem: 'The operator requires two-step sign-in. Add another passkey or an app before you remove this one.',
};

const isLast = ({ isRequired }: FactorOwner, { passkeys, app }: Factors): boolean =>
  isRequired && passkeys.length + (app === undefined ? 0 : 1) <= 1;

/** `taken`: the problem when a unique row exists already. */
async function changed({ db, accountId }: FactorOwner, taken: string, change: Change): Promise<FactorOutcome> {
  try {
    const outcome = await changeFactors(db, accountId, change);
    return outcome ?? { problem: 'Your sign-in is disabled. Ask the operator of the marketplace.' };
  } catch (error) {
    if (violatedConstraint(error) === 'unique') return { problem: taken };
    throw error;
  }
}
