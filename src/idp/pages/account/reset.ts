import { html } from '../../../pages/html.ts';
import { accountOfResetLink, resetPassword } from '../../password-change.ts';
import { hashPassword } from '../../password-hash.ts';
import { contextOf, type Exchange, redirect, sendProviderPage } from '../exchange.ts';
import { csrfToken, readForm } from '../form.ts';
import { providerPage } from '../provider-page.ts';
import { newPasswordFields, readNewPassword } from './new-password.ts';

const COOKIE = '_reset';
const LIFETIME_MS = 30 * 60_000;
const options = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/**
 * `GET /reset?token=...` keeps the token in a cookie and goes to `/reset`: the address bar, the history and the Referer then have none.
 * It does not use the link up: programs that check e-mails open links, too.
 */
export async function serveReset(exchange: Exchange): Promise<void> {
  const token = URL.parse(exchange.req.url ?? '', 'http://provider')?.searchParams.get('token');
  if (token !== undefined && token !== null) {
    const isToken = /^[\w-]{43}$/.test(token);
    contextOf(exchange).cookies.set(COOKIE, isToken ? token : null, { ...options, maxAge: LIFETIME_MS });
    return redirect(exchange, `${exchange.basePath}/reset`);
  }
  await showReset(exchange, { status: 200 });
}

/** `POST /reset`: ends at the sign-in page. A second factor is asked for there, as always. */
export async function submitReset(exchange: Exchange): Promise<void> {
  const { db, log, now, basePath } = exchange;
  const form = await readForm(exchange);
  const token = tokenOf(exchange);
  const account = await accountOfResetLink(db, token, now());
  if (account === undefined) return showReset(exchange, { status: 400 });
  const chosen = readNewPassword(exchange, form, account.email);
  if ('problem' in chosen) return showReset(exchange, { status: 400, problem: chosen.problem });
  const passwordHash = await hashPassword(chosen.password);
  const change = { operation: 'reset password', passwordHash, nowMs: now(), facts: exchange.requestFacts() } as const;
  if (!(await resetPassword(db, token, change))) return showReset(exchange, { status: 400 });
  exchange.wakeMail();
  log.info({ accountId: account.id }, 'a person chose a new password by e-mail');
  contextOf(exchange).cookies.set(COOKIE, null, options);
  redirect(exchange, `${basePath}/reset/done`);
}

/** `GET /reset/done` */
export async function serveResetDone(exchange: Exchange): Promise<void> {
  const page = providerPage({
    title: 'Password changed',
    body: html`<h1>Your password was changed</h1>
<p role="status">You were signed out everywhere. Sign in with the new password.</p>
<p><a class="button" href="${exchange.basePath}/account">Sign in</a></p>`,
  });
  sendProviderPage(exchange, 200, page);
}

const tokenOf = (exchange: Exchange) => contextOf(exchange).cookies.get(COOKIE, { signed: true }) ?? '';

async function showReset(exchange: Exchange, { status, problem }: { status: number; problem?: string }): Promise<void> {
  const account = await accountOfResetLink(exchange.db, tokenOf(exchange), exchange.now());
  const page = providerPage({
    title: problem === undefined ? 'Choose a new password' : 'Error: choose a new password',
    body:
      account === undefined
        ? html`<h1>This link does not work</h1>
<p>It was used already, is older than 30 minutes, or was not copied whole.</p>
<p><a class="button" href="${exchange.basePath}/forgot">Send a new link</a></p>`
        : html`<h1>Choose a new password</h1>
<p class="soft">For ${account.email}</p>
<form method="post" action="${exchange.basePath}/reset">
<input type="hidden" name="csrf" value="${csrfToken(exchange)}">
${newPasswordFields(account.email, problem)}
<button class="main wide-button">Change password</button>
</form>`,
  });
  sendProviderPage(exchange, account === undefined ? 400 : status, page);
}
