import { html } from '../../../pages/html.ts';
import { emailKey } from '../../accounts.ts';
import { retryAfterSeconds } from '../../attempt-throttle.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { type Exchange, redirect, sendProviderPage } from '../exchange.ts';
import { csrfToken, readForm } from '../form.ts';
import { providerPage } from '../provider-page.ts';

/** `GET /forgot` */
export async function serveForgot(exchange: Exchange): Promise<void> {
  showForgot(exchange, { status: 200 });
}

/**
 * `POST /forgot`: stores the typed address, whatever it is, and answers. Whether it has an account is looked up when the message is
 * sent: neither the answer nor its time depends on it.
 */
export async function submitForgot(exchange: Exchange): Promise<void> {
  const { db, now, basePath, log } = exchange;
  const email = emailKey((await readForm(exchange)).get('email') ?? '');
  if (!/^[^\s@\0]+@[^\s@\0]+$/.test(email) || email.length > 254)
    return showForgot(exchange, { status: 400, problem: 'Enter your e-mail address.' });
  const request = await exchange.countResetRequest(email);
  if (request.waitMs > 0) {
    const retryAfter = retryAfterSeconds(request.waitMs);
    log.warn({ retryAfter }, 'requests for new passwords were throttled');
    return showForgot(exchange, {
      status: 429,
      retryAfter,
      problem: `Too many requests. Try again in ${retryAfter} s.`,
    });
  }
  if (request.mayMail) await queueMail(db, { kind: 'password reset', address: email, delayMs: mailDelayMs() }, now());
  exchange.wakeMail();
  log.info('a new password was asked for');
  redirect(exchange, `${basePath}/forgot/sent`);
}

/** Sending takes processor time that only an existing account causes: the next answers must not show it. */
const mailDelayMs = () => 200 + Math.random() * 400;

/** `GET /forgot/sent` */
export async function serveForgotSent(exchange: Exchange): Promise<void> {
  const page = providerPage({
    title: 'Check your e-mail',
    body: html`<h1>Check your e-mail</h1>
<p role="status">If there is a sign-in with this address, we have sent it a link to choose a new password. The link works once, for 30 minutes.</p>
<p class="small soft">Nothing came? Look in the folder for unwanted e-mail, or ask the operator of the marketplace.</p>
<p><a href="${exchange.basePath}/account">Back to the sign-in</a></p>`,
  });
  sendProviderPage(exchange, 200, page);
}

type State = { status: number; problem?: string; retryAfter?: number };

function showForgot(exchange: Exchange, { status, problem, retryAfter }: State): void {
  const page = providerPage({
    title: problem === undefined ? 'Forgot password' : 'Error: forgot password',
    body: html`<h1>Forgot your password?</h1>
<p class="soft">We send a link to choose a new one to your e-mail address.</p>
${problem && html`<div class="note bad" role="alert"><h2>No e-mail was sent</h2><ul><li><a href="#email" id="problem">${problem}</a></li></ul></div>`}
<form method="post" action="${exchange.basePath}/forgot">
<input type="hidden" name="csrf" value="${csrfToken(exchange)}">
<div class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus${problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}></div>
<button class="main wide-button">Send the link</button>
</form>
<div class="foot small"><p><a href="${exchange.basePath}/account">Back to the sign-in</a></p></div>`,
  });
  sendProviderPage(exchange, status, page, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}
