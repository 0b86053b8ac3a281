import { type Html, html } from '../../pages/html.ts';
import { creationOptions, requestOptions } from '../factors/passkey-ceremony.ts';
import { newChallenge } from '../factors/passkey-challenge.ts';
import type { Passkey } from '../factors/passkeys.ts';
import type { Exchange } from './exchange.ts';
import { browserOf, csrfToken } from './form.ts';

/** What a challenge is for: an answer to one page is none to another. */
export type PasskeyUse = 'sign-in' | `second-step ${string}` | `add ${string}`;

/** Binds a challenge to this browser and to what it is for. */
export const challengeUse = (exchange: Exchange, use: PasskeyUse) => ({
  ...{ key: exchange.factors.key, browser: browserOf(exchange), use },
});

type FormView = {
  /** The URL of the form, and the value of its field `action`. */
  readonly path: string;
  readonly action: string;
  readonly button: string;
  readonly isMain?: boolean;
  readonly fields?: Html;
};

/** A form that asks for one of these passkeys; for any that the browser knows, when there are none. Hidden without a script. */
export function requestForm(
  exchange: Exchange,
  view: FormView,
  use: PasskeyUse,
  allowed: readonly Passkey[] = [],
): Html | undefined {
  const { site } = exchange.factors;
  if (site === undefined) return undefined;
  const challenge = newChallenge(challengeUse(exchange, use), exchange.now());
  return passkeyForm(exchange, view, 'get', requestOptions(site, challenge, allowed));
}

type Owner = { readonly id: string; readonly email: string; readonly passkeys: readonly Passkey[] };

/** A form that creates a passkey. Hidden without a script. */
export function creationForm(exchange: Exchange, view: FormView, owner: Owner): Html | undefined {
  const { site } = exchange.factors;
  if (site === undefined) return undefined;
  const challenge = newChallenge(challengeUse(exchange, `add ${owner.id}`), exchange.now());
  return passkeyForm(exchange, view, 'create', creationOptions(site, owner, challenge, owner.passkeys));
}

function passkeyForm(exchange: Exchange, view: FormView, kind: 'get' | 'create', options: object): Html {
  const { path, action, button, isMain = false, fields } = view;
  return html`<form method="post" action="${path}" hidden data-passkey="${kind}" data-options="${JSON.stringify(options)}">
<input type="hidden" name="csrf" value="${csrfToken(exchange)}"><input type="hidden" name="action" value="${action}"><input type="hidden" name="answer" value="">
${fields}<p class="problem" role="alert"></p>
<button class="${isMain ? 'main wide-button' : 'wide-button'}">${button}</button></form>`;
}
