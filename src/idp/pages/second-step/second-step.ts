import { type Account, isUnchanged } from '../../accounts.ts';
import { retryAfterSeconds } from '../../attempt-throttle.ts';
import { askForFactorHelp } from '../../factors/factor-help.ts';
import { finishHalfSignIn } from '../../factors/half-sign-in.ts';
import { usedPasskey } from '../../factors/passkey-answers.ts';
import { secondStepOf } from '../../factors/second-step-rule.ts';
import { type Exchange, PageError, redirect } from '../exchange.ts';
import { factorOwnerOf } from '../factor-owner.ts';
import { challengeUse } from '../passkey-form.ts';
import { recordFailure } from '../recorded-sign-in.ts';
import { beginAt, dropCookieAt, type OpenSignIn, openAt } from './half-sign-in-cookie.ts';
import { submitSetUp } from './set-up.ts';
import { passStep, showStep } from './shown-step.ts';
import type { SignInPlace } from './sign-in-place.ts';

/** After a right password: signs in, or asks for the second step first. */
export async function continueSignIn(exchange: Exchange, place: SignInPlace, account: Account): Promise<void> {
  const { rule } = await secondStepOf(exchange.db, account, exchange.factors.setting);
  if (rule === 'none') return place.complete(account);
  const halfId = await beginAt(exchange, place, account);
  // A change of the password ends what is stored before it; this ends what was stored after it.
  if (!(await isUnchanged(exchange.db, account))) {
    await finishHalfSignIn(exchange.db, halfId);
    throw new PageError(403, 'access_denied', 'the password was changed meanwhile; sign in with the new one');
  }
  redirect(exchange, place.path);
}

/** Shows the second step of a sign-in that has begun here. False when none has. */
export async function showSecondStep(exchange: Exchange, place: SignInPlace): Promise<boolean> {
  const open = await openAt(exchange, place);
  if (open === undefined) return false;
  await showStep(exchange, place, open);
  return true;
}

/** The actions of its forms. */
export const isSecondStep = (form: URLSearchParams): boolean => form.get('action')?.startsWith('second-') === true;

/** Without a sign-in that has begun here, whatever the form says, the person starts with the password. */
export async function submitSecondStep(exchange: Exchange, place: SignInPlace, form: URLSearchParams): Promise<void> {
  const open = await openAt(exchange, place);
  if (open === undefined) return redirect(exchange, place.path);
  switch (form.get('action')) {
    case 'second-code':
      return submitCode(exchange, place, open, form.get('code') ?? '');
    case 'second-passkey':
      return submitPasskey(exchange, place, open, form.get('answer') ?? '');
    case 'second-app':
    case 'second-new-passkey':
      return submitSetUp(exchange, place, open, form);
    case 'second-continue':
      return open.half.isPassed ? passStep(exchange, place, open) : showStep(exchange, place, open);
    case 'second-help':
      return submitHelp(exchange, place, open);
    default:
      await finishHalfSignIn(exchange.db, open.half.id);
      dropCookieAt(exchange, place);
      return redirect(exchange, place.path);
  }
}

async function submitCode(exchange: Exchange, place: SignInPlace, open: OpenSignIn, code: string): Promise<void> {
  const { req, factors, log } = exchange;
  const { account } = open;
  const result = await factors.checkCode(req, {
    accountId: account.id,
    typed: code.slice(0, 100),
    onRecoveryCode: (tx) => factorOwnerOf(exchange, account).record(tx, 'recovery code used'),
  });
  if (result.kind === 'right') return passStep(exchange, place, open);
  if (result.kind === 'wrong') {
    log.info({ accountId: account.id }, 'the second step of a sign-in failed');
    await recordFailure(exchange, account.email, 'wrong second step');
    return showStep(exchange, place, open, { problem: { status: 400, text: 'The code is not right, or was used.' } });
  }
  const retryAfter = retryAfterSeconds(result.waitMs);
  log.warn({ accountId: account.id, retryAfter }, 'the second step of a sign-in was throttled after too many attempts');
  const text = `Too many attempts. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`;
  return showStep(exchange, place, open, { problem: { status: 429, text, retryAfter } });
}

async function submitPasskey(exchange: Exchange, place: SignInPlace, open: OpenSignIn, answer: string): Promise<void> {
  const { db, factors, now, log } = exchange;
  const { account } = open;
  const use = challengeUse(exchange, `second-step ${account.id}`);
  const ceremony = factors.site && { db, site: factors.site, use, now: now() };
  const passkey = ceremony && (await usedPasskey(ceremony, answer, account.id));
  if (passkey) return passStep(exchange, place, open);
  log.info({ accountId: account.id }, 'the second step of a sign-in failed');
  await recordFailure(exchange, account.email, 'wrong second step');
  const text = 'This passkey was not accepted. Try again, or use another way.';
  return showStep(exchange, place, open, { problem: { status: 400, text } });
}

/** Begins the wait after which the factors are removed. The page then says so. */
async function submitHelp(exchange: Exchange, place: SignInPlace, open: OpenSignIn): Promise<void> {
  const { db, factors, now, log } = exchange;
  const { account } = open;
  if (account.demo) return showStep(exchange, place, open);
  if (!(await factors.mayAskForHelp(account.id))) {
    const text = 'You asked for help several times today. Ask again tomorrow, or ask the operator of the marketplace.';
    return showStep(exchange, place, open, { problem: { status: 429, text } });
  }
  const step = { accountId: account.id, now: now(), from: exchange.requestFacts().address };
  const answer = await db.transaction((tx) => askForFactorHelp(tx, step));
  if (answer === 'asked') {
    exchange.wakeMail();
    log.warn({ accountId: account.id }, 'a person who has the password asked for help with lost factors');
  }
  redirect(exchange, place.path);
}
