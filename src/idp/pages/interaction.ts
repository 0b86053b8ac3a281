import type { Sql } from '../../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../../domain/authorization/console-client.ts';
import { DELEGABLE_SCOPES, isSellerRight } from '../../domain/authorization/rights.ts';
import { type Account, accountById } from '../accounts.ts';
import { recordChange } from '../audit-entries.ts';
import { type Choice, chosenMember, namesSeller } from '../chosen-member.ts';
import type { OwnFields } from '../configuration.ts';
import { endConsoleGrants, keepReusable } from '../console-grants.ts';
import { savedWithEntry } from '../grant-recording.ts';
import { grantableScopes } from '../member-rights.ts';
import { type Member, membershipsOf } from '../members.ts';
import { isOperatorConsole } from '../operator/operator-console-client.ts';
import { maySignInTo, signInRefusal } from '../operator/operator-people.ts';
import { disabledSellersOf } from '../sellers.ts';
import { changeMaker } from './change-maker.ts';
import { chooseSellerPage } from './choose-seller-page.ts';
import { consentPage } from './consent-page.ts';
import { type Exchange, PageError, redirect, sendProviderPage } from './exchange.ts';
import { csrfToken, readForm } from './form.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import { checkPasskeySignIn, passkeySignInForm } from './passkey-sign-in.ts';
import { judgedSignIn } from './recorded-sign-in.ts';
import { formActionSource, redirectHost } from './redirect-target.ts';
import { continueSignIn, isSecondStep, showSecondStep, submitSecondStep } from './second-step/second-step.ts';
import type { SignInPlace } from './second-step/sign-in-place.ts';
import { currentSession, endSession, startSession } from './session.ts';
import { checkSignInForm, type SignInState } from './sign-in-form.ts';
import { signInPage } from './sign-in-page.ts';

type Interaction = Awaited<ReturnType<Exchange['provider']['interactionDetails']>>;

/** The steps of an authorization that need the person: sign-in, the choice of a seller, then consent. */
export async function serveInteraction(exchange: Exchange, uid: string): Promise<void> {
  const interaction = await exchange.provider.interactionDetails(exchange.req, exchange.res);
  if (interaction.uid !== uid) throw new PageError(400, 'invalid_request', 'the session has expired');
  if (exchange.req.method === 'GET') return showStep(exchange, interaction);
  const form = await readForm(exchange);
  if (isSecondStep(form)) return submitSecondStep(exchange, signInPlace(exchange, interaction), form);
  switch (form.get('action')) {
    case 'deny':
      return finish(exchange, { error: 'access_denied', error_description: 'the seller denied the request' });
    case 'sign-in':
      return submitSignIn(exchange, interaction, form);
    case 'choose':
      return submitChoice(exchange, interaction, form);
    case 'passkey':
      return submitPasskey(exchange, interaction, form);
    case 'allow':
      return submitConsent(exchange, interaction, form);
    case 'switch':
      return switchAccount(exchange, interaction);
    default:
      throw new PageError(400, 'invalid_request', 'the form has no known action');
  }
}

async function showStep(exchange: Exchange, interaction: Interaction): Promise<void> {
  if (interaction.prompt.name === 'login') {
    if (await showSecondStep(exchange, signInPlace(exchange, interaction))) return;
    return showSignIn(exchange, interaction, { status: 200 });
  }
  if (interaction.prompt.name === 'select_account') return showChoice(exchange, interaction);
  if (isOperatorConsole(interaction.params.client_id)) return connectOperatorConsole(exchange, interaction);
  return showConsent(exchange, interaction);
}

/** No consent: the console is the operator's own, and the person's rights are not in what it asks for. */
async function connectOperatorConsole(exchange: Exchange, interaction: Interaction): Promise<void> {
  const { provider, db, log, now } = exchange;
  const { id: accountId } = await signedInAccount(exchange, interaction);
  const clientId = String(interaction.params.client_id);
  const owner = { session: await currentSession(exchange), memberId: accountId, clientId };
  await endConsoleGrants(exchange, owner);
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(String(interaction.params.scope ?? ''));
  const grantId = await grant.save();
  await keepReusable(db, { ...owner, grantId }, now());
  log.info({ accountId }, 'a person of the operator signed in');
  await finish(exchange, { consent: { grantId } });
}

async function showConsent(exchange: Exchange, interaction: Interaction, isNothingChosen = false): Promise<void> {
  const member = await memberOf(exchange, interaction);
  const client = await clientOf(exchange, interaction);
  const redirectUri = String(interaction.params.redirect_uri);
  const view = {
    action: pathOf(exchange, interaction),
    basePath: exchange.basePath,
    csrf: csrfToken(exchange),
    clientName: client.clientName ?? 'An application without a name',
    clientId: client.clientId,
    clientUri: client.clientUri,
    isVerified: client.clientId === EMBEDDED_CONSOLE_CLIENT || (client as OwnFields).verified === true,
    redirectHost: redirectHost(redirectUri),
    member,
    scopes: scopesWithin(interaction, member),
    hasChoice: client.clientId !== EMBEDDED_CONSOLE_CLIENT,
    isNothingChosen,
    formAction: formActionSource(redirectUri),
  };
  sendProviderPage(exchange, isNothingChosen ? 400 : 200, consentPage(view));
}

async function showSignIn(exchange: Exchange, interaction: Interaction, state: SignInState) {
  const client = await clientOf(exchange, interaction);
  const hint = interaction.params.login_hint;
  const person = isOperatorConsole(client.clientId) ? 'operator' : 'seller';
  const page = signInPage({
    action: pathOf(exchange, interaction),
    basePath: exchange.basePath,
    csrf: csrfToken(exchange),
    email: state.email ?? (typeof hint === 'string' && !namesSeller(hint) ? hint.slice(0, 254) : undefined),
    problem: state.problem,
    application: client.clientName ?? client.clientId,
    person,
    formAction: formActionSource(String(interaction.params.redirect_uri)),
    demo: await exchange.shownSignIn(person),
    passkey: passkeySignInForm(exchange, pathOf(exchange, interaction)),
    script: `${exchange.basePath}${PASSKEY_SCRIPT}`,
  });
  const headers: Record<string, string> = state.retryAfter ? { 'Retry-After': String(state.retryAfter) } : {};
  sendProviderPage(exchange, state.status, page, headers);
}

async function submitSignIn(exchange: Exchange, interaction: Interaction, form: URLSearchParams) {
  const email = form.get('email') ?? '';
  const outcome = await checkSignInForm(exchange, form);
  if ('status' in outcome) return showSignIn(exchange, interaction, { ...outcome, email });
  mustBeFor(exchange, outcome.account, interaction);
  return continueSignIn(exchange, signInPlace(exchange, interaction), outcome.account);
}

async function submitPasskey(exchange: Exchange, interaction: Interaction, form: URLSearchParams) {
  const outcome = await checkPasskeySignIn(exchange, form);
  if ('status' in outcome) return showSignIn(exchange, interaction, outcome);
  return signInPlace(exchange, interaction).complete(outcome.account);
}

function signInPlace(exchange: Exchange, interaction: Interaction): SignInPlace {
  return {
    path: pathOf(exchange, interaction),
    formAction: formActionSource(String(interaction.params.redirect_uri)),
    complete: (account) => completeSignIn(exchange, interaction, account),
  };
}

/** Tells the library who has signed in. Only here, behind all steps of the sign-in. */
async function completeSignIn(exchange: Exchange, interaction: Interaction, account: Account): Promise<void> {
  if (interaction.prompt.name !== 'login') throw new PageError(400, 'invalid_request', 'the session has expired');
  mustBeFor(exchange, account, interaction);
  const signIn = judgedSignIn(exchange, account);
  const previousId = interaction.session?.accountId;
  if (previousId !== undefined && previousId !== account.id) {
    // Another account was signed in. The library would show a page that needs JavaScript, and end that account's grants.
    await startSession(exchange, signIn);
    return redirect(exchange, restartUrl(exchange, interaction, 'login'));
  }
  // The library makes it a session, unless the password is replaced before that (`session-start.ts`).
  return finish(exchange, { login: { ...signIn, remember: false } });
}

async function showChoice(exchange: Exchange, interaction: Interaction): Promise<void> {
  const account = await signedInAccount(exchange, interaction);
  const client = await clientOf(exchange, interaction);
  const page = chooseSellerPage({
    action: pathOf(exchange, interaction),
    basePath: exchange.basePath,
    csrf: csrfToken(exchange),
    application: client.clientName ?? client.clientId,
    email: account.email,
    memberships: await membershipsOf(exchange.db, account.id),
    disabledSellers: await disabledSellersOf(exchange.db, account.id),
    formAction: formActionSource(String(interaction.params.redirect_uri)),
  });
  sendProviderPage(exchange, 200, page);
}

async function submitChoice(exchange: Exchange, interaction: Interaction, form: URLSearchParams): Promise<void> {
  const account = await signedInAccount(exchange, interaction);
  const memberId = form.get('member') ?? '';
  const isOwn = (await membershipsOf(exchange.db, account.id)).some(({ id }) => id === memberId);
  if (!isOwn) return redirect(exchange, pathOf(exchange, interaction));
  return finish(exchange, { select_account: { memberId } });
}

async function submitConsent(exchange: Exchange, interaction: Interaction, form: URLSearchParams): Promise<void> {
  if (interaction.prompt.name !== 'consent' || isOperatorConsole(interaction.params.client_id))
    throw new PageError(400, 'invalid_request', 'the session has expired');
  const { provider, db, log, now } = exchange;
  const member = await memberOf(exchange, interaction);
  // The page named a seller. The person's only seller may be another one since.
  if (form.get('member') !== member.id) return redirect(exchange, pathOf(exchange, interaction));
  const { clientId } = await clientOf(exchange, interaction);
  const isConsole = clientId === EMBEDDED_CONSOLE_CLIENT;
  const given = givenScopes(scopesWithin(interaction, member), isConsole ? undefined : form.getAll('right'));
  if (!given.some(isSellerRight)) return showConsent(exchange, interaction, true);
  const session = isConsole ? await currentSession(exchange) : undefined;
  if (session !== undefined) await endConsoleGrants(exchange, { session, memberId: member.id, clientId });
  const grant = new provider.Grant({ accountId: member.id, clientId });
  grant.addOIDCScope(given.join(' '));
  // Otherwise the library asks for consent again: it has to know of the others that they were refused.
  const refused = requestedScopes(interaction).filter((scope) => !given.includes(scope));
  if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '));
  const grantId = await savedWithEntry(recordingOf(exchange, member, { clientId, given }), () => grant.save());
  if (session !== undefined) await keepReusable(db, { session, memberId: member.id, clientId, grantId }, now());
  log.info({ accountId: member.id, clientId }, 'a seller connected an application');
  await finish(exchange, { select_account: { memberId: member.id }, consent: { grantId } });
}

/** The console is no application that gets a grant, but the person at work. */
function recordingOf(exchange: Exchange, member: Member, { clientId, given }: { clientId: string; given: string[] }) {
  const details = { id: clientId, rights: given.filter(isSellerRight) };
  const change = { operation: 'connect application', sellerId: member.sellerId, details };
  return async (tx: Sql) => {
    if (clientId !== EMBEDDED_CONSOLE_CLIENT) await recordChange(tx, changeMaker(exchange, member), change);
  };
}

async function switchAccount(exchange: Exchange, interaction: Interaction): Promise<void> {
  await endSession(exchange);
  redirect(exchange, restartUrl(exchange, interaction));
}

/** The URL that starts the same authorization request again, without the prompt that is already satisfied. */
function restartUrl({ provider }: Exchange, { params }: Interaction, satisfied?: string): string {
  const url = new URL(provider.urlFor('authorization'));
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string' && name !== 'prompt') url.searchParams.set(name, value);
  }
  const prompt = String(params.prompt ?? '')
    .split(' ')
    .filter((name) => name !== '' && name !== satisfied);
  if (prompt.length > 0) url.searchParams.set('prompt', prompt.join(' '));
  return url.href;
}

/** Stores the result for the library, and goes on there. */
async function finish({ provider, req, res }: Exchange, result: Record<string, unknown>): Promise<void> {
  const location = await provider.interactionResult(req, res, result, { mergeWithLastSubmission: true });
  res.writeHead(303, { Location: location, 'Content-Length': '0' });
  res.end();
}

async function signedInAccount(exchange: Exchange, interaction: Interaction): Promise<Account> {
  const accountId = interaction.session?.accountId;
  const account = accountId === undefined ? undefined : await accountById(exchange.db, accountId);
  if (account === undefined) throw new PageError(400, 'invalid_request', 'the session has expired');
  mustBeFor(exchange, account, interaction);
  return account;
}

/** An account of the operator is for the operator console alone, one of a seller for everything else (decision 55). */
function mustBeFor(exchange: Exchange, account: Account, interaction: Interaction): void {
  if (maySignInTo(account, String(interaction.params.client_id))) return;
  // Who uses both consoles in one browser has an account for each. The session stays until another one begins.
  const again = new URL(restartUrl(exchange, interaction));
  again.searchParams.set('prompt', 'login');
  const next = { href: again.href, label: 'Sign in with another account' };
  throw new PageError(403, 'access_denied', signInRefusal(account), next);
}

/** The person at the seller that the authorization is for. */
async function memberOf(exchange: Exchange, interaction: Interaction): Promise<Member> {
  const { db } = exchange;
  const account = await signedInAccount(exchange, interaction);
  const { select_account: choice } = (interaction.lastSubmission ?? {}) as Choice;
  const wish = { chosen: choice?.memberId, hint: interaction.params.login_hint, isSilent: false };
  const member = await chosenMember(db, account.id, wish);
  if (member === undefined) throw new PageError(400, 'invalid_request', 'the session has expired');
  return member;
}

async function clientOf({ provider }: Exchange, interaction: Interaction) {
  const client = await provider.Client.find(String(interaction.params.client_id));
  if (client === undefined) throw new PageError(400, 'invalid_client', 'the application was removed');
  return client;
}

function requestedScopes({ params }: Interaction): string[] {
  const requested = new Set(String(params.scope ?? '').split(' '));
  return DELEGABLE_SCOPES.filter((scope) => requested.has(scope));
}

/** What the application asks for, as far as the person may give it. */
function scopesWithin(interaction: Interaction, { role }: Member): string[] {
  const grantable = grantableScopes(role);
  return requestedScopes(interaction).filter((scope) => grantable.has(scope));
}

/** The rights that the person chose, and what is no right; everything when there was no choice. */
function givenScopes(scopes: readonly string[], chosen: readonly string[] = scopes): string[] {
  return scopes.filter((scope) => !isSellerRight(scope) || chosen.includes(scope));
}

function pathOf({ basePath }: Exchange, { uid }: Interaction): string {
  return `${basePath}/interaction/${uid}`;
}
