import { type Html, html } from '../../../pages/html.ts';
import { type Account, accountByEmail } from '../../accounts.ts';
import { type AcceptanceResult, acceptInvitation, type Invitee } from '../../invitation-acceptance.ts';
import { type Invitation, invitationOfLink } from '../../invitations.ts';
import { hashPassword } from '../../password-hash.ts';
import { contextOf, type Exchange, redirect, sendProviderPage } from '../exchange.ts';
import { csrfToken, readForm } from '../form.ts';
import { providerPage } from '../provider-page.ts';
import { signedInAccount } from '../session.ts';
import { newPasswordFields, readNewPassword } from './new-password.ts';
import { setNotice } from './notice.ts';

/*
 * The pages behind the link of an invitation. A person who has a sign-in with the invited address signs in and joins; a new
 * person chooses a password. The link shows that its reader reads the mailbox of that address.
 */

const COOKIE = '_invitation';
const LIFETIME_MS = 60 * 60_000;
const options = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/**
 * `GET /invitation?token=...` keeps the token in a cookie and goes to `/invitation`, as `/reset` does. It does not use the link up:
 * programs that check e-mails open links, too.
 */
export async function serveInvitation(exchange: Exchange): Promise<void> {
  const token = URL.parse(exchange.req.url ?? '', 'http://provider')?.searchParams.get('token');
  if (token === undefined || token === null) return showInvitation(exchange, { status: 200 });
  const isToken = /^[\w-]{43}$/.test(token);
  contextOf(exchange).cookies.set(COOKIE, isToken ? token : null, { ...options, maxAge: LIFETIME_MS });
  redirect(exchange, `${exchange.basePath}/invitation`);
}

/** `POST /invitation` */
export async function submitAcceptance(exchange: Exchange): Promise<void> {
  const form = await readForm(exchange);
  const invitation = await currentInvitation(exchange);
  // Another tab may have opened another invitation since.
  if (invitation === undefined || invitation.id !== form.get('invitation'))
    return showInvitation(exchange, { status: 400 });
  const account = await signedInAccount(exchange);
  if (account?.email === invitation.email) return join(exchange, account);
  const chosen = readNewPassword(exchange, form, invitation.email);
  if (await accountByEmail(exchange.db, invitation.email)) return showInvitation(exchange, { status: 400 });
  if ('problem' in chosen) return showInvitation(exchange, { status: 400, problem: chosen.problem });
  const result = await accept(exchange, { passwordHash: await hashPassword(chosen.password) });
  if (result.kind !== 'accepted') return showInvitation(exchange, { status: 400 });
  redirect(exchange, `${exchange.basePath}/invitation/done`);
}

async function join(exchange: Exchange, { id: accountId, email }: Account): Promise<void> {
  const result = await accept(exchange, { accountId, email });
  if (!('sellerId' in result)) return showInvitation(exchange, { status: 400 });
  setNotice(exchange, accountId, result.kind === 'accepted' ? 'joined the team' : 'member already');
  redirect(exchange, `${exchange.basePath}/account/team?seller=${encodeURIComponent(result.sellerId)}`);
}

async function accept(exchange: Exchange, invitee: Invitee): Promise<AcceptanceResult> {
  const { db, now, log } = exchange;
  const acceptance = { nowMs: now(), from: exchange.requestFacts().address };
  const result = await acceptInvitation(db, tokenOf(exchange), invitee, acceptance);
  if (!('sellerId' in result)) return result;
  contextOf(exchange).cookies.set(COOKIE, null, options);
  log.info({ sellerId: result.sellerId }, 'an invitation to a team was accepted');
  return result;
}

/** `GET /invitation/done`: a new person signs in, where a second factor is asked for or set up, as always. */
export async function serveAcceptanceDone(exchange: Exchange): Promise<void> {
  const page = providerPage({
    title: 'You joined the team',
    body: html`<h1>You joined the team</h1>
<p role="status">Your sign-in was created. Sign in with your e-mail address and the password that you have just chosen.</p>
<p>${signInLink(exchange, '/account/team', 'Sign in')}</p>`,
  });
  sendProviderPage(exchange, 200, page);
}

const tokenOf = (exchange: Exchange) => contextOf(exchange).cookies.get(COOKIE, { signed: true }) ?? '';

const currentInvitation = (exchange: Exchange) => invitationOfLink(exchange.db, tokenOf(exchange), exchange.now());

type State = { status: number; problem?: string };

async function showInvitation(exchange: Exchange, { status, problem }: State): Promise<void> {
  const invitation = await currentInvitation(exchange);
  const page = providerPage({
    title: problem === undefined ? 'Join the team' : 'Error: join the team',
    body: invitation === undefined ? DEAD_LINK : await invitationBody(exchange, invitation, problem),
  });
  sendProviderPage(exchange, invitation === undefined ? 400 : status, page);
}

const DEAD_LINK = html`<h1>This invitation does not work</h1>
<p>It was used or withdrawn already, is older than 7 days, or was not copied whole.</p>
<p>Ask the person who invited you for another one.</p>`;

async function invitationBody(exchange: Exchange, invitation: Invitation, problem?: string): Promise<Html> {
  const { id, sellerId, role, email } = invitation;
  const account = await signedInAccount(exchange);
  const isInvitee = account?.email === email;
  const hasSignIn = isInvitee || (await accountByEmail(exchange.db, email)) !== undefined;
  const head = html`<h1>Join the team</h1>
<p>You are invited to the team of seller <strong>${sellerId}</strong>, as <strong>${role}</strong>.</p>`;
  if (hasSignIn && !isInvitee)
    return html`${head}<p>The invitation is for <strong>${email}</strong>${account && html`, and you are signed in as ${account.email}`}. Sign in with that address to accept it.</p>
<p>${signInLink(exchange, '/invitation', 'Sign in')}</p>`;
  return html`${head}
<form method="post" action="${exchange.basePath}/invitation"><input type="hidden" name="csrf" value="${csrfToken(exchange)}">
<input type="hidden" name="invitation" value="${id}">
${
  hasSignIn
    ? html`<p class="soft">You are signed in as ${email}.</p>`
    : html`<p class="soft">Choose a password for <strong>${email}</strong>. You sign in with it from now on.</p>${newPasswordFields(email, problem, 'You did not join yet')}`
}
<button class="main wide-button">Join the team</button></form>`;
}

const signInLink = ({ basePath }: Exchange, back: string, text: string): Html =>
  html`<a class="button" href="${basePath}/sign-in/again?back=${encodeURIComponent(back)}">${text}</a>`;
