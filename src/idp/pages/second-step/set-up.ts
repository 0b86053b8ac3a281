import { addApp, addPasskey, type FactorOutcome } from '../../factors/factor-changes.ts';
import { markPassed } from '../../factors/half-sign-in.ts';
import { createdPasskey } from '../../factors/passkey-answers.ts';
import { secondStepOf } from '../../factors/second-step-rule.ts';
import { readTotpSetup, type TotpSetup } from '../../factors/totp.ts';
import { type Exchange, sendProviderPage } from '../exchange.ts';
import { factorOwnerOf } from '../factor-owner.ts';
import { challengeUse } from '../passkey-form.ts';
import { passkeyName } from '../passkey-name.ts';
import { firstCodesPage } from './first-codes-page.ts';
import type { OpenSignIn } from './half-sign-in-cookie.ts';
import { showStep } from './shown-step.ts';
import type { SignInPlace } from './sign-in-place.ts';

/** Only a person without factors sets one up here: others would replace the step that they cannot pass. */
export async function submitSetUp(
  exchange: Exchange,
  place: SignInPlace,
  open: OpenSignIn,
  form: URLSearchParams,
): Promise<void> {
  const { account } = open;
  const { db, factors, now } = exchange;
  if ((await secondStepOf(db, account, factors.setting)).rule !== 'set up') return showStep(exchange, place, open);
  const setup = readTotpSetup(factors.key, account.id, form.get('setup') ?? '', now());
  const outcome = await addedFactor(exchange, open, form, setup);
  if ('problem' in outcome)
    return showStep(exchange, place, open, {
      problem: { status: 400, text: outcome.problem, isOfNewApp: form.get('action') === 'second-app' },
      ...(setup && { setup }),
    });
  exchange.wakeMail();
  exchange.log.info({ accountId: account.id }, 'a person set up the second step');
  sendProviderPage(exchange, 200, firstCodesPage(exchange, place, outcome.codes));
}

async function addedFactor(
  exchange: Exchange,
  { account, half }: OpenSignIn,
  form: URLSearchParams,
  setup: TotpSetup | undefined,
): Promise<FactorOutcome> {
  const owner = factorOwnerOf(exchange, account);
  if (form.get('action') === 'second-app') {
    if (setup === undefined) return { problem: 'This page was open for too long. Scan the new code.' };
    return addApp(owner, setup, form.get('code') ?? '', (tx) => markPassed(tx, half));
  }
  const { db, factors, now } = exchange;
  const use = challengeUse(exchange, `add ${account.id}`);
  const ceremony = factors.site && { db, site: factors.site, use, now: now() };
  const created = ceremony && (await createdPasskey(ceremony, form.get('answer') ?? ''));
  if (!created) return { problem: 'The passkey was not accepted. Try again.' };
  return addPasskey(owner, { ...created, name: passkeyName(form) }, (tx) => markPassed(tx, half));
}
