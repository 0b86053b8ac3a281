import { finishHalfSignIn } from '../../factors/half-sign-in.ts';
import { secondStepOf } from '../../factors/second-step-rule.ts';
import { newTotpSetup, type TotpSetup } from '../../factors/totp.ts';
import { endFactorHelp } from '../ended-help.ts';
import { type Exchange, redirect, sendProviderPage } from '../exchange.ts';
import { firstCodesPage } from './first-codes-page.ts';
import { dropCookieAt, type OpenSignIn } from './half-sign-in-cookie.ts';
import { type StepProblem, secondStepPage } from './second-step-page.ts';
import { setUpPage } from './set-up-page.ts';
import type { SignInPlace } from './sign-in-place.ts';

type Shown = { readonly problem?: StepProblem; readonly setup?: TotpSetup };

/** The page of a sign-in that has begun here: the second step, or its set-up. */
export async function showStep(
  exchange: Exchange,
  place: SignInPlace,
  { account, half }: OpenSignIn,
  { problem, setup }: Shown = {},
): Promise<void> {
  const { db, factors, now } = exchange;
  if (half.isPassed) return sendProviderPage(exchange, 200, firstCodesPage(exchange, place));
  const step = await secondStepOf(db, account, factors.setting);
  const page =
    step.rule === 'set up'
      ? await setUpPage(exchange, place, account, {
          setup: setup ?? (await newTotpSetup(factors.key, account.id, now())),
          isAfterHelp: step.help !== undefined,
          problem,
        })
      : secondStepPage(exchange, place, { ...step, account }, problem);
  const headers: Record<string, string> = problem?.retryAfter ? { 'Retry-After': String(problem.retryAfter) } : {};
  sendProviderPage(exchange, problem?.status ?? 200, page, headers);
}

/** Signs in. When several requests come at once, one of them does. */
export async function passStep(exchange: Exchange, place: SignInPlace, { half, account }: OpenSignIn): Promise<void> {
  if (!(await finishHalfSignIn(exchange.db, half.id))) return redirect(exchange, place.path);
  dropCookieAt(exchange, place);
  await endFactorHelp(exchange, account.id);
  exchange.wakeMail();
  exchange.log.info({ accountId: account.id }, 'a person passed the second step');
  return place.complete(account);
}
