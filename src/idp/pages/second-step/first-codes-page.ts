import { html } from '../../../pages/html.ts';
import type { Page } from '../../../pages/page.ts';
import type { Exchange } from '../exchange.ts';
import { csrfField } from '../form.ts';
import { providerPage } from '../provider-page.ts';
import { recoveryCodeList } from '../recovery-code-list.ts';
import type { SignInPlace } from './sign-in-place.ts';

/** The recovery codes that come with the first factor, before the sign-in goes on. Without codes: they were shown, or the answer was lost. */
export function firstCodesPage(exchange: Exchange, place: SignInPlace, codes?: readonly string[]): Page {
  return providerPage({
    title: 'Recovery codes',
    formAction: place.formAction,
    body: html`<h1>Recovery codes</h1>
<div class="note good" role="status"><p>Two-step sign-in is set up.</p></div>
${codes ? recoveryCodeList(codes) : html`<p>Your recovery codes were shown once. If you do not have them, make new ones on the Security page.</p>`}
<form method="post" action="${place.path}">${csrfField(exchange)}
<button class="main wide-button" name="action" value="second-continue">${codes ? 'I have stored them: continue' : 'Continue'}</button></form>`,
  });
}
