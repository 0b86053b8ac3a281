import type {
  FactorHelpState,
  OperatorOperations,
  OperatorRefusal,
  WaitingFactorHelp,
} from '../../domain/accounts/operator-operations.ts';
import { approveFactorHelp, askForFactorHelp, type HelpStep, stopFactorHelp } from '../factors/factor-help.ts';
import { type FactorHelp, factorHelpOf, removalTimeOf, waitingHelp } from '../factors/factor-help-table.ts';
import type { OperatorContext } from './operator-changes.ts';
import { personById } from './seller-accounts.ts';

/*
 * Help for a person who lost every factor. An operator asks for it, or vouches for the person who asked; a second operator removes the
 * factors at once, else they go after 72 hours with e-mails to the person (`factors/factor-help.ts`).
 */

export async function helpWithFactors(
  { db, actor, nowMs, wakeMail }: OperatorContext,
  { accountId, stop }: OperatorOperations['helpWithFactors']['asks'],
): Promise<FactorHelpState | OperatorRefusal | undefined> {
  const person = await personById(db, accountId);
  if (person === undefined) return undefined;
  const who = { type: 'operator', id: actor.id } as const;
  const step = { accountId, who, now: nowMs, from: actor.from };
  const problem = await db.transaction((tx) => (stop ? stopHelp(tx, step) : giveHelp(tx, step)));
  if (problem !== undefined) return { refused: 'conflict', ...problem };
  wakeMail();
  return helpState(db, accountId);
}

type Tx = Parameters<typeof stopFactorHelp>[0];
type Problem = { message: string; details: string } | undefined;

async function stopHelp(tx: Tx, step: HelpStep): Promise<Problem> {
  if (await stopFactorHelp(tx, step)) return undefined;
  return {
    message: 'Nothing is to be stopped.',
    details: 'Nobody asked for help, or the factors are removed already.',
  };
}

/** Without a request it begins one, else it vouches for it. */
export async function giveHelp(tx: Tx, step: HelpStep & { who: NonNullable<HelpStep['who']> }): Promise<Problem> {
  const help = await factorHelpOf(tx, step.accountId);
  if (help !== undefined && help.nextAt !== null) {
    await approveFactorHelp(tx, step);
    return undefined;
  }
  if ((await askForFactorHelp(tx, step)) === 'asked') return undefined;
  return {
    message: 'The account has no factor that could be removed.',
    details: 'The person signs in with the password, and sets up a new factor there if one is required.',
  };
}

/** Help that waits, in the order of the accounts' ids. */
export async function waitingHelpAfter(db: Tx, after: string, limit: number): Promise<WaitingFactorHelp[]> {
  return (await waitingHelp(db, after, limit)).map(({ accountId, email, help }) => ({
    ...waitingState(accountId, help),
    email,
  }));
}

export async function helpState(db: OperatorContext['db'], accountId: string): Promise<FactorHelpState> {
  const help = await factorHelpOf(db, accountId);
  if (help === undefined) return { accountId, state: 'none' };
  if (help.removedAt !== null) return { accountId, state: 'removed', removedMs: help.removedAt };
  return waitingState(accountId, help);
}

const waitingState = (accountId: string, help: FactorHelp): FactorHelpState => ({
  ...{ accountId, state: 'waits', askedMs: help.askedAt },
  ...{ removalMs: removalTimeOf(help), vouchedBy: help.operatorId },
});
