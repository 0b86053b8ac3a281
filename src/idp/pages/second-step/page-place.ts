import { type Exchange, redirect } from '../exchange.ts';
import { readForm } from '../form.ts';
import { recordSignIn } from '../recorded-sign-in.ts';
import { renewSession } from '../session.ts';
import { showSecondStep, submitSecondStep } from './second-step.ts';
import type { SignInPlace } from './sign-in-place.ts';

/** Signing in for a page of the provider. `back` is that page, without the base path. */
export function pagePlace(exchange: Exchange, back: string): SignInPlace {
  const { basePath } = exchange;
  return {
    path: `${basePath}/sign-in/second-step?back=${encodeURIComponent(back)}`,
    complete: async (account) => {
      await recordSignIn(exchange, account);
      await renewSession(exchange, account.id);
      redirect(exchange, `${basePath}${back}`);
    },
  };
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
