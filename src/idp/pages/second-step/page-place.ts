import type { Account } from '../../accounts.ts';
import { signInRefusal } from '../../operator/operator-people.ts';
import { type Exchange, PageError, redirect } from '../exchange.ts';
import { readForm } from '../form.ts';
import { judgedSignIn } from '../recorded-sign-in.ts';
import { renewSession, signedInAccount } from '../session.ts';
import { showSecondStep, submitSecondStep } from './second-step.ts';
import type { SignInPlace } from './sign-in-place.ts';

/** Signing in for a page of the provider. `back` is that page, without the base path. */
export function pagePlace(exchange: Exchange, back: string): SignInPlace {
  const { basePath } = exchange;
  return {
    path: `${basePath}/sign-in/second-step?back=${encodeURIComponent(back)}`,
    complete: async (account) => {
      await mustBeOwnPage(exchange, account);
      await renewSession(exchange, judgedSignIn(exchange, account));
      redirect(exchange, `${basePath}${back}`);
    },
  };
}

/** A person of the operator signs in at the operator console (decision 55). Signed in there, they may do so again for their own pages. */
export async function mustBeOwnPage(exchange: Exchange, account: Account): Promise<void> {
  if (account.kind !== 'operator' || (await signedInAccount(exchange))?.id === account.id) return;
  throw new PageError(403, 'access_denied', signInRefusal(account));
}

const DEFAULT_BACK = '/grants';

/** Only a page of ours: anybody can write the address. */
export function backOf({ req }: Exchange): string {
  const back = URL.parse(req.url ?? '', 'http://provider')?.searchParams.get('back') ?? DEFAULT_BACK;
  return /^(?:\/[a-z][a-z0-9-]{0,40}){1,4}$/.test(back) ? back : DEFAULT_BACK;
}

/** `GET /sign-in/second-step` */
export async function serveSecondStep(exchange: Exchange): Promise<void> {
  const back = backOf(exchange);
  if (!(await showSecondStep(exchange, pagePlace(exchange, back)))) redirect(exchange, `${exchange.basePath}${back}`);
}

/** `POST /sign-in/second-step` */
export async function submitPageStep(exchange: Exchange): Promise<void> {
  const form = await readForm(exchange);
  return submitSecondStep(exchange, pagePlace(exchange, backOf(exchange)), form);
}
