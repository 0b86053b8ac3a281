import type { Sql } from '../../db/db.ts';
import type { AuditActor } from '../../domain/audit/audit-entry.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { endSessions } from '../cleanup.ts';
import { recordPersonChange } from '../person-changes.ts';
import { announceHelp } from './factor-help-news.ts';
import { factorHelpOf } from './factor-help-table.ts';
import { factorsOf, hasFactor, removeFactors, touchFactors } from './factors.ts';

/*
 * Help for a person who lost every factor: all are removed, and the person sets up new ones at the next sign-in. Whoever asks for it has
 * the password, which alone must not be enough. So the person is told at once, every day and at the end, and the removal waits for three
 * days, or for two operators. A sign-in with a factor, or the link in the e-mails, stops it. Each of these functions runs in a transaction
 * and updates the row of the account first, as every change of factors does (decision 59).
 */

export const HELP_DAYS = 3;

/** Whose factors it is about, who acts, when, and from which address. `who` is absent when it is the person. */
export type HelpStep = {
  readonly accountId: string;
  readonly who?: AuditActor;
  readonly now: number;
  readonly from: string;
};

export type HelpAnswer = 'asked' | 'asked already' | 'no factor' | 'no such account';

/** Begins the three days. An operator who asks for a person has vouched for that person: see `approveFactorHelp`. */
export async function askForFactorHelp(tx: Sql, step: HelpStep): Promise<HelpAnswer> {
  const { accountId, who, now } = step;
  if (!(await touchFactors(tx, accountId))) return 'no such account';
  if (!hasFactor(await factorsOf(tx, accountId))) return 'no factor';
  if ((await factorHelpOf(tx, accountId)) !== undefined) return 'asked already';
  await tx.run(
    'INSERT INTO idp_factor_help (account_id, asked_at, days_left, next_at, operator_id) VALUES ($1, $2, $3, $4, $5)',
    [accountId, now, HELP_DAYS, now + DAY_MS, who?.type === 'operator' ? who.id : null],
  );
  await record(tx, step, 'ask for help with lost factors');
  await announceHelp(tx, { accountId, news: 'asked', untilMs: now + HELP_DAYS * DAY_MS }, now);
  return 'asked';
}

/** Removes the factors at once; or what is missing. */
export type HelpApproval = 'removed' | 'another operator has to approve' | 'no request' | 'no such account';

/**
 * An operator vouches for the person who asked: the first one is recorded, and the second one, who must be another, removes the factors
 * without the rest of the wait. `who` is the operator.
 * @public The operators' commands and operations use it.
 */
export async function approveFactorHelp(tx: Sql, step: HelpStep & { readonly who: AuditActor }): Promise<HelpApproval> {
  const { accountId, who } = step;
  if (!(await touchFactors(tx, accountId))) return 'no such account';
  const help = await factorHelpOf(tx, accountId);
  if (help === undefined || help.nextAt === null) return 'no request';
  if (help.operatorId === null) {
    await tx.run('UPDATE idp_factor_help SET operator_id = $2 WHERE account_id = $1', [accountId, who.id]);
    await record(tx, step, 'vouch for help with lost factors');
  }
  if (help.operatorId === null || help.operatorId === who.id) return 'another operator has to approve';
  await removeLostFactors(tx, step);
  return 'removed';
}

/** Stops a request that waits: the factors stay. False when there is none. */
export async function stopFactorHelp(tx: Sql, step: HelpStep): Promise<boolean> {
  const { accountId, now } = step;
  await touchFactors(tx, accountId);
  const sql = 'DELETE FROM idp_factor_help WHERE account_id = $1 AND next_at IS NOT NULL';
  if ((await tx.run(sql, [accountId])) === 0) return false;
  await record(tx, step, 'stop help with lost factors');
  await announceHelp(tx, { accountId, news: 'stopped' }, now);
  return true;
}

/** The end of a day: the person is told again, or the factors are removed. False when another process was first, or it was stopped. */
export async function passHelpDay(tx: Sql, step: HelpStep): Promise<boolean> {
  const { accountId, now } = step;
  const isEnabled = await touchFactors(tx, accountId);
  const help = await factorHelpOf(tx, accountId);
  if (help === undefined || help.nextAt === null || help.nextAt > now) return false;
  // A day that this program did not see, such as a long outage, is no day on which the person could stop it.
  const nextAt = now + DAY_MS;
  const daysLeft = isEnabled ? help.daysLeft - 1 : help.daysLeft;
  if (daysLeft === 0) {
    await removeLostFactors(tx, step);
    return true;
  }
  const sql = 'UPDATE idp_factor_help SET days_left = $2, next_at = $3 WHERE account_id = $1';
  await tx.run(sql, [accountId, daysLeft, nextAt]);
  if (isEnabled) await announceHelp(tx, { accountId, news: 'waits', untilMs: now + daysLeft * DAY_MS }, now);
  return true;
}

/** Nobody stays signed in: who goes on knows the password and sets up a new factor. */
async function removeLostFactors(tx: Sql, step: HelpStep): Promise<void> {
  const { accountId, now } = step;
  await removeFactors(tx, accountId);
  await endSessions(tx, accountId);
  await tx.run('UPDATE idp_factor_help SET next_at = NULL, removed_at = $2 WHERE account_id = $1', [accountId, now]);
  await record(tx, step, 'remove lost factors');
  await announceHelp(tx, { accountId, news: 'removed' }, now);
}

function record(tx: Sql, { accountId, who, now, from }: HelpStep, operation: string): Promise<void> {
  return recordPersonChange(tx, { accountId, atMs: now, from, operation, ...(who && { who }) });
}
