import type { Db } from '../db/db.ts';
import { DELEGABLE_SCOPES } from '../domain/authorization/rights.ts';
import type { Log } from '../log.ts';
import { type Account, accountById } from './accounts.ts';
import { csrfToken, type Exchange, Refusal, readForm, redirect, sendPage } from './exchange.ts';
import { consentPage, type SignInProblem, signInPage } from './pages.ts';
import { formActionSource, hasPrivateScheme } from './redirect-uri.ts';
import { endSession, startSession } from './session.ts';
import type { SignIn } from './sign-in.ts';
import { retryAfterSeconds } from './throttle.ts';

type Interaction = Awaited<ReturnType<Exchange['provider']['interactionDetails']>>;
export type InteractionParts = { db: Db; signIn: SignIn; log: Log };

/** The steps of an authorization that need the seller: sign in, then decide. */
export async function serveInteraction(exchange: Exchange, uid: string, parts: InteractionParts): Promise<void> {
  const interaction = await exchange.provider.interactionDetails(exchange.req, exchange.res);
  if (interaction.uid !== uid) throw new Refusal(400, 'invalid_request', 'the session has expired');
  if (exchange.req.method === 'GET') return showStep(exchange, interaction, parts);
  const form = await readForm(exchange);
  switch (form.get('action')) {
    case 'deny':
      return finish(exchange, { error: 'access_denied', error_description: 'the seller denied the request' });
    case 'sign-in':
      return takeSignIn(exchange, interaction, form, parts);
    case 'allow':
      return takeConsent(exchange, interaction, parts);
    case 'switch':
      return switchAccount(exchange, interaction);
    default:
      throw new Refusal(400, 'invalid_request', 'the form has no known action');
  }
}

async function showStep(exchange: Exchange, interaction: Interaction, { db }: InteractionParts): Promise<void> {
  if (interaction.prompt.name === 'login') return showSignIn(exchange, interaction, 200, {});
  const account = await signedInAccount(db, interaction);
  const client = await clientOf(exchange, interaction);
  const redirectUri = String(interaction.params.redirect_uri);
  const view = {
    action: pathOf(exchange, interaction),
    basePath: exchange.basePath,
    csrf: csrfToken(exchange),
    clientName: client.clientName ?? 'An application without a name',
    clientId: client.clientId,
    redirectHost: hostOf(redirectUri),
    sellerId: account.sellerId,
    email: account.email,
    rights: askedRights(interaction),
    formAction: formActionSource(redirectUri),
  };
  sendPage(exchange, 200, consentPage(view));
}

type SignInState = { email?: string; problem?: SignInProblem; retryAfter?: number };

async function showSignIn(exchange: Exchange, interaction: Interaction, status: number, state: SignInState) {
  const client = await clientOf(exchange, interaction);
  const hint = interaction.params.login_hint;
  const page = signInPage({
    action: pathOf(exchange, interaction),
    basePath: exchange.basePath,
    csrf: csrfToken(exchange),
    email: state.email ?? (typeof hint === 'string' ? hint.slice(0, 254) : undefined),
    problem: state.problem,
    application: client.clientName ?? client.clientId,
    formAction: formActionSource(String(interaction.params.redirect_uri)),
  });
  const more: Record<string, string> = state.retryAfter ? { 'Retry-After': String(state.retryAfter) } : {};
  sendPage(exchange, status, page, more);
}

async function takeSignIn(
  exchange: Exchange,
  interaction: Interaction,
  form: URLSearchParams,
  parts: InteractionParts,
) {
  const email = form.get('email') ?? '';
  const outcome = await judgeSignIn(exchange, form, parts);
  if ('status' in outcome) return showSignIn(exchange, interaction, outcome.status, { ...outcome, email });
  const before = interaction.session?.accountId;
  if (before !== undefined && before !== outcome.account.id) {
    // Somebody else was signed in: the library would go through a page that needs JavaScript, and end that one's grants.
    await startSession(exchange, outcome.account.id);
    return redirect(exchange, restartUrl(exchange, interaction, 'login'));
  }
  return finish(exchange, { login: { accountId: outcome.account.id, remember: false } });
}

export type SignInFailure = { status: number; problem: SignInProblem; retryAfter?: number };

/** The account, or what to show instead. */
export async function judgeSignIn(
  exchange: Exchange,
  form: URLSearchParams,
  { signIn, log }: InteractionParts,
): Promise<{ account: Account } | SignInFailure> {
  const email = form.get('email') ?? '';
  const password = form.get('password') ?? '';
  if (email.trim() === '' || email.length > 254 || email.includes('\0')) {
    return { status: 400, problem: { field: 'email', text: 'Enter your e-mail address.' } };
  }
  if (password === '' || password.length > 1000) {
    return { status: 400, problem: { field: 'password', text: 'Enter your password.' } };
  }
  const result = await signIn(exchange.req, email, password);
  if (result.kind === 'signed in') {
    log.info({ accountId: result.account.id }, 'a seller signed in');
    return { account: result.account };
  }
  if (result.kind === 'wrong') {
    log.info('a sign-in failed');
    return {
      status: 400,
      problem: { field: 'password', text: 'The e-mail address or the password is not right.' },
    };
  }
  const retryAfter = retryAfterSeconds(result.waitMs);
  log.warn({ retryAfter }, 'sign-in is slowed down');
  const text = `Too many attempts. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`;
  return { status: 429, problem: { field: 'password', text }, retryAfter };
}

async function takeConsent(exchange: Exchange, interaction: Interaction, { db, log }: InteractionParts): Promise<void> {
  if (interaction.prompt.name !== 'consent') throw new Refusal(400, 'invalid_request', 'the session has expired');
  const { provider } = exchange;
  const account = await signedInAccount(db, interaction);
  const { clientId } = await clientOf(exchange, interaction);
  const grant = new provider.Grant({ accountId: account.id, clientId });
  grant.addOIDCScope(askedRights(interaction).join(' '));
  const grantId = await grant.save();
  log.info({ accountId: account.id, clientId }, 'a seller connected an application');
  await finish(exchange, { consent: { grantId } });
}

async function switchAccount(exchange: Exchange, interaction: Interaction): Promise<void> {
  await endSession(exchange);
  redirect(exchange, restartUrl(exchange, interaction));
}

/** The same request from its beginning, without the prompt that is already satisfied. */
function restartUrl({ provider }: Exchange, { params }: Interaction, done?: string): string {
  const url = new URL(provider.urlFor('authorization'));
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string' && name !== 'prompt') url.searchParams.set(name, value);
  }
  const prompt = String(params.prompt ?? '')
    .split(' ')
    .filter((name) => name !== '' && name !== done);
  if (prompt.length > 0) url.searchParams.set('prompt', prompt.join(' '));
  return url.href;
}

async function finish({ provider, req, res }: Exchange, result: Record<string, unknown>): Promise<void> {
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: true });
}

async function signedInAccount(db: Db, interaction: Interaction): Promise<Account> {
  const accountId = interaction.session?.accountId;
  const account = accountId === undefined ? undefined : await accountById(db, accountId);
  if (account === undefined) throw new Refusal(400, 'invalid_request', 'the session has expired');
  return account;
}

async function clientOf({ provider }: Exchange, interaction: Interaction) {
  const client = await provider.Client.find(String(interaction.params.client_id));
  if (client === undefined) throw new Refusal(400, 'invalid_client', 'the application was removed');
  return client;
}

function askedRights({ params }: Interaction): string[] {
  const asked = new Set(String(params.scope ?? '').split(' '));
  return DELEGABLE_SCOPES.filter((right) => asked.has(right));
}

function pathOf({ basePath }: Exchange, { uid }: Interaction): string {
  return `${basePath}/interaction/${uid}`;
}

function hostOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (url === null) return redirectUri;
  return hasPrivateScheme(redirectUri) ? `${url.protocol} (an application on this device)` : url.host;
}
