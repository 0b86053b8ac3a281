import type { Sql } from '../../db/db.ts';
import { type FactorHelp, factorHelpOf } from './factor-help-table.ts';
import {
  type FactorAccount,
  type Factors,
  factorsOf,
  hasFactor,
  needsSecondFactor,
  type SecondFactorSetting,
  secondFactorOf,
} from './factors.ts';

/** What follows a right password. */
export type SecondStep = {
  readonly rule: 'none' | 'ask' | 'set up';
  readonly factors: Factors;
  readonly help: FactorHelp | undefined;
};

/** Whether a session counts for nothing because the person has to set up a factor: it may be older than the setting. */
export async function isSetUpDue(
  db: Sql,
  account: FactorAccount & { readonly id: string },
  setting: SecondFactorSetting,
): Promise<boolean> {
  return needsSecondFactor(account, setting) && !hasFactor(await factorsOf(db, account.id));
}

export async function secondStepOf(
  db: Sql,
  account: FactorAccount & { readonly id: string },
  setting: SecondFactorSetting,
): Promise<SecondStep> {
  const factors = await factorsOf(db, account.id);
  const help = await factorHelpOf(db, account.id);
  const own = secondFactorOf(account, setting);
  if (own === 'off') return { rule: 'none', factors, help };
  if (hasFactor(factors)) return { rule: 'ask', factors, help };
  const isRemoved = help !== undefined && help.removedAt !== null;
  return { rule: own === 'required' || isRemoved ? 'set up' : 'none', factors, help };
}
