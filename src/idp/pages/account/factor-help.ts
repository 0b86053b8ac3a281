import { html } from '../../../pages/html.ts';
import { helpLinkWorks, stopHelpByLink } from '../../factors/factor-help-link.ts';
import { contextOf, type Exchange, redirect, sendProviderPage } from '../exchange.ts';
import { csrfToken, readForm } from '../form.ts';
import { providerPage } from '../provider-page.ts';

const COOKIE = '_factor_help';
const LIFETIME_MS = 30 * 60_000;
const options = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/**
 * `GET /factor-help?token=...`, the link "This was not me", keeps the token in a cookie, as `/reset` does. It stops nothing: programs that
 * check e-mails open links, too.
 */
export async function serveFactorHelp(exchange: Exchange): Promise<void> {
  const token = URL.parse(exchange.req.url ?? '', 'http://provider')?.searchParams.get('token');
  if (token !== undefined && token !== null) {
    const isToken = /^[\w-]{43}$/.test(token);
    contextOf(exchange).cookies.set(COOKIE, isToken ? token : null, { ...options, maxAge: LIFETIME_MS });
    return redirect(exchange, `${exchange.basePath}/factor-help`);
  }
  await showFactorHelp(exchange);
}

/** `POST /factor-help`: stops the request. */
export async function submitFactorHelp(exchange: Exchange): Promise<void> {
  const { db, now, log, basePath } = exchange;
  await readForm(exchange);
  const step = { now: now(), from: exchange.requestFacts().address };
  if (!(await stopHelpByLink(db, tokenOf(exchange), step))) return showFactorHelp(exchange);
  exchange.wakeMail();
  log.info('a request for help with lost factors was stopped by its link');
  contextOf(exchange).cookies.set(COOKIE, null, options);
  redirect(exchange, `${basePath}/factor-help/stopped`);
}

/** `GET /factor-help/stopped` */
export async function serveFactorHelpStopped(exchange: Exchange): Promise<void> {
  const page = providerPage({
    title: 'Request stopped',
    body: html`<h1>The request was stopped</h1>
<p role="status">Your passkeys, your authenticator app and your recovery codes stay as they are.</p>
<p>Somebody else knows your password. Choose a new one now.</p>
<p><a class="button" href="${exchange.basePath}/forgot">Choose a new password</a></p>`,
  });
  sendProviderPage(exchange, 200, page);
}

const tokenOf = (exchange: Exchange) => contextOf(exchange).cookies.get(COOKIE, { signed: true }) ?? '';

async function showFactorHelp(exchange: Exchange): Promise<void> {
  const isOpen = await helpLinkWorks(exchange.db, tokenOf(exchange), exchange.now());
  const page = providerPage({
    title: 'Stop the removal',
    body: isOpen
      ? html`<h1>Keep your two-step sign-in?</h1>
<p>Somebody who knows your password asked for your passkeys, your authenticator app and your recovery codes to be removed. If this was not you, stop it.</p>
<form method="post" action="${exchange.basePath}/factor-help">
<input type="hidden" name="csrf" value="${csrfToken(exchange)}">
<button class="main wide-button">This was not me: stop it</button>
</form>`
      : html`<h1>There is nothing to stop</h1>
<p>The request was stopped or carried out, or the link was not copied whole. The Security page shows your passkeys and your app.</p>
<p><a class="button" href="${exchange.basePath}/account/security">Security</a></p>`,
  });
  sendProviderPage(exchange, isOpen ? 200 : 400, page);
}
