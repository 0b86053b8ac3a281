import { html } from '../../pages/html.ts';
import type { Page } from '../../pages/page.ts';
import { type Exchange, sendProviderPage } from './exchange.ts';
import { csrfToken, readForm } from './form.ts';
import { providerPage } from './provider-page.ts';
import { endSession, signedInAccount } from './session.ts';
import { signedInMemberships } from './signed-in-member.ts';

/** A link from anywhere leads here, so it only asks: the button signs out. */
export async function serveSignOut(exchange: Exchange): Promise<void> {
  const { basePath, consoleUrl } = exchange;
  const account = await signedInAccount(exchange);
  if (account === undefined) return sendProviderPage(exchange, 200, signedOutPage(basePath, consoleUrl));
  const sellerIds = (await signedInMemberships(exchange)).map(({ sellerId }) => sellerId);
  const view = { basePath, csrf: csrfToken(exchange), consoleUrl, email: account.email, sellerIds };
  sendProviderPage(exchange, 200, signOutPage(view));
}

export async function submitSignOut(exchange: Exchange): Promise<void> {
  await readForm(exchange);
  await endSession(exchange);
  sendProviderPage(exchange, 200, signedOutPage(exchange.basePath, exchange.consoleUrl));
}

type SignOutView = {
  basePath: string;
  csrf: string;
  email: string;
  sellerIds: readonly string[];
  consoleUrl: string | undefined;
};

function signOutPage({ basePath, csrf, email, sellerIds, consoleUrl }: SignOutView): Page {
  // With several sellers, none of them says who is signed in.
  const [sellerId] = sellerIds.length === 1 ? sellerIds : [];
  return providerPage({
    title: 'Sign out',
    body: html`<h1>Sign out?</h1>
<p>You are signed in as <strong>${email}</strong>${sellerId && html`, seller <strong>${sellerId}</strong>`}. Signing out ends this in all windows of this browser.</p>
<form method="post" action="${basePath}/sign-out"><input type="hidden" name="csrf" value="${csrf}">
<button class="main wide-button">Sign out</button></form>
${consoleUrl && html`<div class="foot small"><p><a href="${consoleUrl}">Stay signed in and go back to the console</a></p></div>`}`,
  });
}

function signedOutPage(basePath: string, consoleUrl: string | undefined): Page {
  return providerPage({
    title: 'Signed out',
    body: html`<h1>You are signed out</h1>
<p>Connected applications keep their access. You can withdraw it after signing in.</p>
${consoleUrl && html`<p><a href="${consoleUrl}">Back to the console</a></p>`}
<p><a href="${basePath}/grants">${consoleUrl ? 'Connected applications' : 'Sign in again'}</a></p>`,
  });
}
