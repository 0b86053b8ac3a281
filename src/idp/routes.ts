import type { IncomingMessage, ServerResponse } from 'node:http';
import type { default as OidcProvider } from 'oidc-provider';
import { HOUR_MS } from '../domain/duration.ts';
import { Fault } from '../domain/fault.ts';
import type { Log } from '../log/log.ts';
import { applicationGrants } from './application-grants.ts';
import { AttemptThrottle, retryAfterSeconds } from './attempt-throttle.ts';
import { auditEntries } from './audit-entries.ts';
import type { ProviderOptions } from './configuration.ts';
import { currentRequest } from './current-request.ts';
import { demoSignIn } from './demo-data.ts';
import { deviceName } from './device.ts';
import { disabledSellerPage } from './disabled-sellers.ts';
import { answerExpiring } from './expiring-credentials.ts';
import { factorToolsOf } from './factors/factor-tools.ts';
import { failureLog } from './failure-log.ts';
import { invitationThrottle } from './invitation-throttle.ts';
import { errors } from './oidc-library.ts';
import { operatorRequest } from './operator/operator-endpoint.ts';
import { isAccountPath, serveAccountPage } from './pages/account/account-routes.ts';
import { providerErrorPage } from './pages/error-page.ts';
import { type Exchange, PageError, redirect, sendProviderPage } from './pages/exchange.ts';
import { submitGrantsSignIn } from './pages/grants.ts';
import { serveInteraction } from './pages/interaction.ts';
import { servePasskeyScript } from './pages/passkey-script.ts';
import { serveSignInAgain, submitSignInAgain } from './pages/recent-sign-in.ts';
import { serveSecondStep, submitPageStep } from './pages/second-step/page-place.ts';
import { serveSignOut, submitSignOut } from './pages/sign-out.ts';
import type { ProviderKeys } from './provider-keys.ts';
import { completeAuthorization, pathOf, pinToIssuer } from './request-target.ts';
import { resetThrottle } from './reset-throttle.ts';
import { sendAnswer } from './service-endpoint.ts';
import { signInWith } from './sign-in.ts';
import { failureBudget } from './sign-in-attempts.ts';
import { type StoreHealth, storeHealthOf } from './store-health.ts';

/** Far more registrations an hour than one address needs. */
const REGISTRATIONS = { freeAttempts: 300, firstPauseMs: 10_000, maxPauseMs: 600_000, resetAfterMs: HOUR_MS };

/** The request handler of the provider: our own pages first, then the library's endpoints. */
export function createRequestHandler(provider: OidcProvider, options: ProviderOptions, keys: ProviderKeys) {
  const { db, log, now, monotonic, demoAnywhere, clients, issuer } = options;
  const callback = provider.callback();
  const signIn = signInWith(options);
  const factors = factorToolsOf({ ...options, key: keys.factorKey });
  const registrations = new AttemptThrottle('registration', REGISTRATIONS, options);
  const countResetRequest = resetThrottle(options);
  const countInvitation = invitationThrottle(options);
  const mayRecordFailure = failureBudget(monotonic);
  const logFailure = failureLog(log, monotonic);
  const isLocalDemo = options.demo && !demoAnywhere;
  const base = new URL(issuer);
  const basePath = base.pathname.replace(/\/$/, '');
  const storeHealth = storeHealthOf(db, log, now);
  const cookieKey = keys.cookieKeys[0] ?? '';

  return (req: IncomingMessage, res: ServerResponse): void => {
    logResponse(log, req, res, basePath);
    const exchange: Exchange = {
      ...{ req, res, provider, db, log, now, signIn, factors, basePath, cookieKey },
      ...{ brand: options.brand, cacheSeconds: options.cacheSeconds, secretDays: options.secretDays },
      wakeMail: options.wakeMail,
      mayRecordFailure,
      isPublicDemo: demoAnywhere,
      requestFacts: () => ({ device: deviceName(req.headers['user-agent']), address: clients.of(req).key }),
      countResetRequest: (email) => countResetRequest(clients.of(req).key, email),
      countInvitation,
      consoleUrl: options.consoleUrl(),
      // Elsewhere they are refused (`signInWith`).
      mayUseDemo: () => demoAnywhere || !clients.of(req).isElsewhere,
      shownSignIn: async (person) => (exchange.mayUseDemo() ? demoSignIn(db, person) : undefined),
    };
    currentRequest.run({ facts: exchange.requestFacts }, () => {
      serve(exchange).catch((error: unknown) => sendError(exchange, error, logFailure));
    });
  };

  async function serve(exchange: Exchange): Promise<void> {
    const { req } = exchange;
    // Before anything changes the headers.
    const client = clients.of(req);
    if (isLocalDemo && client.isRelayed) return sendMisdirected(exchange);
    const path = pinToIssuer(req, base, basePath);
    const [, uid] = /^\/interaction\/([\w-]{1,64})$/.exec(path) ?? [];
    if (uid !== undefined && /^(GET|POST)$/.test(req.method ?? '')) return serveInteraction(exchange, uid);
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '');
    if (await serveAccountPage(exchange, method, path)) return;
    switch (`${method} ${path}`) {
      case 'POST /sign-in':
        return submitGrantsSignIn(exchange);
      case 'GET /sign-out':
        return serveSignOut(exchange);
      case 'POST /sign-out':
        return submitSignOut(exchange);
      case 'GET /sign-in/second-step':
        return serveSecondStep(exchange);
      case 'POST /sign-in/second-step':
        return submitPageStep(exchange);
      case 'GET /passkeys.js':
        return servePasskeyScript(exchange);
      case 'GET /sign-in/again':
        return serveSignInAgain(exchange);
      case 'POST /sign-in/again':
        return submitSignInAgain(exchange);
      case 'GET /health/ready':
        return sendHealth(exchange.res, options.isDraining() ? STOPPING : await storeHealth());
      case 'GET /':
      case 'GET /sign-in':
        return redirect(exchange, `${basePath}/grants`);
      case 'POST /token/grants':
        return sendAnswer(exchange.res, await applicationGrants(req, options));
      case 'POST /token/sellers':
        return sendAnswer(exchange.res, await disabledSellerPage(req, options));
      case 'POST /token/operator':
        return sendAnswer(exchange.res, await operatorRequest(req, options));
      case 'POST /token/expiring':
        return sendAnswer(exchange.res, await answerExpiring(req, options));
      case 'POST /token/audit':
        return sendAnswer(exchange.res, await auditEntries(req, options));
      case 'POST /reg':
        if (!(await mayRegister(exchange))) return;
        break;
      case 'GET /auth':
        completeAuthorization(req);
        break;
      default:
    }
    if (!isLibraryEndpoint(path)) throw new PageError(404, 'not_found', 'there is nothing at this address');
    await callback(req, exchange.res);
  }

  /** False when it has sent the rejection. Registration without a token is open on this machine only. */
  async function mayRegister({ req, res }: Exchange): Promise<boolean> {
    const { key: address, isElsewhere } = clients.of(req);
    const waitMs = await registrations.take(address);
    if (waitMs > 0) {
      const body = { error: 'temporarily_unavailable', error_description: 'too many registrations' };
      sendAnswer(res, { status: 429, body, headers: { 'Retry-After': String(retryAfterSeconds(waitMs)) } });
      return false;
    }
    if (options.initialAccessToken !== undefined || demoAnywhere || !isElsewhere) return true;
    const body = { error: 'invalid_token', error_description: 'registration is open on this machine only' };
    sendAnswer(res, { status: 401, body, headers: { 'WWW-Authenticate': 'Bearer' } });
    return false;
  }
}

/** The library's endpoints. Other paths get our own 404 page. */
const LIBRARY_ENDPOINTS = new Set([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/auth',
  '/token',
  '/token/introspection',
  '/token/revocation',
  '/reg',
  '/jwks',
]);

function isLibraryEndpoint(path: string): boolean {
  return LIBRARY_ENDPOINTS.has(path) || /^\/auth\/[\w-]{1,64}$/.test(path);
}

/** Nothing is wrong, and only load balancers have to know. */
const STOPPING: StoreHealth = { status: 'unavailable', parts: {}, reasons: { process: 'The process is stopping.' } };

/** 200 also while a part of the store is damaged: a load balancer must not take away what still works. */
function sendHealth(res: ServerResponse, health: StoreHealth): void {
  sendAnswer(res, { status: health.status === 'unavailable' ? 503 : 200, body: health });
}

/** In the form that the caller reads: applications JSON, browsers a page. */
function sendMisdirected(exchange: Exchange): void {
  const { req, res, basePath } = exchange;
  const details = 'this provider runs as a demo and answers only on this machine, without a proxy';
  if (/\btext\/html\b/.test(req.headers.accept ?? '')) {
    sendProviderPage(exchange, 421, providerErrorPage({ basePath, code: 'invalid_request', details }));
  } else sendAnswer(res, { status: 421, body: { error: 'invalid_request', error_description: details } });
}

function sendError(exchange: Exchange, error: unknown, logFailure: (error: unknown) => void): void {
  const { req, res, basePath } = exchange;
  const isAborted = req.destroyed && !req.complete;
  const { status, code, details } = errorOf(error);
  const next = error instanceof PageError ? error.next : undefined;
  if (status >= 500 && !isAborted) logFailure(error);
  if (isAborted || res.headersSent) {
    res.destroy();
    return;
  }
  const retry: Record<string, string> = status === 503 ? { 'Retry-After': retryAfterOf(error) } : {};
  const isOwnPage = isAccountPath(pathOf(req.url ?? '/').slice(basePath.length));
  const page = providerErrorPage({ basePath, code, details, isOwnPage, next });
  sendProviderPage(exchange, status, page, { Connection: 'close', ...retry });
}

const retryAfterOf = (error: unknown) => String((error instanceof Fault && error.hints.retryAfterSeconds) || 1);

function errorOf(error: unknown): { status: number; code: string; details?: string | undefined } {
  if (error instanceof PageError) return { status: error.status, code: error.code, details: error.message };
  if (error instanceof errors.OIDCProviderError && error.statusCode < 500) {
    return { status: error.statusCode, code: error.error, details: error.error_description };
  }
  if (error instanceof Fault && error.code === 'ServiceUnavailable')
    return { status: 503, code: 'temporarily_unavailable' };
  return { status: 500, code: 'server_error' };
}

/** One log line for each response: the route pattern, never an id, a query or a header. */
function logResponse(log: Log, req: IncomingMessage, res: ServerResponse, basePath: string): void {
  const startedAt = performance.now();
  const path = pathOf(req.url ?? '/').slice(basePath.length);
  const route = path.replace(/^\/(interaction|auth)\/.+$/, '/$1/:uid');
  const isKnown =
    isLibraryEndpoint(path) ||
    isAccountPath(path) ||
    /^\/(interaction\/:uid|token\/(grants|audit|sellers|operator|expiring)|health\/ready|sign-in|sign-in\/again|sign-in\/second-step|passkeys\.js|sign-out)?$/.test(
      route,
    );
  res.once('close', () => {
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    // A probe that succeeds is noise, as it is in the log of the API.
    const isProbe = route.startsWith('/health/') && res.statusCode === 200;
    log[isProbe ? 'debug' : 'info'](
      { method: req.method, route: isKnown ? route : 'unknown', status: res.statusCode, durationMs },
      'answered',
    );
  });
}
