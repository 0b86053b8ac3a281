import type { IncomingMessage, ServerResponse } from 'node:http';
import type { default as OidcProvider } from 'oidc-provider';
import type { Log } from '../log.ts';
import { addressOf, isFromElsewhere } from './address.ts';
import { type Exchange, Refusal, redirect, sendPage } from './exchange.ts';
import { serveGrants, takeGrantsSignIn, takeSignOut, takeWithdrawal } from './grants.ts';
import { type InteractionParts, serveInteraction } from './interaction.ts';
import type { Keys } from './keeping.ts';
import { errors } from './oidc.ts';
import { errorPage } from './pages.ts';
import type { ProviderOptions } from './provider.ts';
import { completeAuthorization, pathOf, pinToIssuer } from './request-target.ts';
import { signInWith } from './sign-in.ts';
import { retryAfterSeconds, Throttle } from './throttle.ts';

/** Each registration counts as a failure here: as many an hour from one address as nobody needs. */
const REGISTRATIONS = { free: 300, firstPauseMs: 10_000, longestPauseMs: 600_000, forgetAfterMs: 3_600_000 };

/** Our own pages, and behind them what the library serves. */
export function routesOf(provider: OidcProvider, options: ProviderOptions, keys: Keys) {
  const { db, log, now, demoAnywhere, trustsPeer, issuer } = options;
  const callback = provider.callback();
  const parts: InteractionParts = { db, signIn: signInWith(options), log };
  const registrations = new Throttle(REGISTRATIONS, now);
  const base = new URL(issuer);
  const basePath = base.pathname.replace(/\/$/, '');
  const cookieKey = keys.cookieKeys[0] ?? '';

  return (req: IncomingMessage, res: ServerResponse): void => {
    logAnswer(log, req, res, basePath);
    const exchange: Exchange = { req, res, provider, basePath, cookieKey };
    serve(exchange).catch((error: unknown) => sendError(exchange, error, log));
  };

  async function serve(exchange: Exchange): Promise<void> {
    const { req } = exchange;
    const path = pinToIssuer(req, base, basePath);
    const [, uid] = /^\/interaction\/([\w-]{1,64})$/.exec(path) ?? [];
    if (uid !== undefined && /^(GET|POST)$/.test(req.method ?? '')) return serveInteraction(exchange, uid, parts);
    switch (`${req.method === 'HEAD' ? 'GET' : req.method} ${path}`) {
      case 'GET /grants':
        return serveGrants(exchange, parts, now());
      case 'POST /sign-in':
        return takeGrantsSignIn(exchange, parts);
      case 'POST /grants/withdraw':
        return takeWithdrawal(exchange, parts);
      case 'POST /sign-out':
        return takeSignOut(exchange);
      case 'GET /':
      case 'GET /sign-in':
      case 'GET /sign-out':
        return redirect(exchange, `${basePath}/grants`);
      case 'POST /reg':
        if (!mayRegister(exchange)) return;
        break;
      case 'GET /auth':
        completeAuthorization(req);
        break;
      default:
    }
    if (!isEndpoint(path)) throw new Refusal(404, 'not_found', 'there is nothing at this address');
    await callback(req, exchange.res);
  }

  /** False when it was answered here: an open registration is for this machine only, and none is for a flood. */
  function mayRegister({ req, res }: Exchange): boolean {
    const address = addressOf(req, trustsPeer);
    const waitMs = registrations.waitMs(address);
    if (waitMs > 0) {
      const body = { error: 'temporarily_unavailable', error_description: 'too many registrations' };
      answerJson(res, 429, body, { 'Retry-After': String(retryAfterSeconds(waitMs)) });
      return false;
    }
    registrations.failed(address);
    if (options.initialAccessToken !== undefined || demoAnywhere || !isFromElsewhere(req)) return true;
    const body = { error: 'invalid_token', error_description: 'registration is open on this machine only' };
    answerJson(res, 401, body, { 'WWW-Authenticate': 'Bearer' });
    return false;
  }
}

/** What the library serves. Anything else gets our own page. */
const ENDPOINTS = new Set([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/auth',
  '/token',
  '/token/introspection',
  '/token/revocation',
  '/reg',
  '/jwks',
]);

function isEndpoint(path: string): boolean {
  return ENDPOINTS.has(path) || /^\/auth\/[\w-]{1,64}$/.test(path);
}

function answerJson(res: ServerResponse, status: number, body: object, headers: Record<string, string>): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers });
  res.end(JSON.stringify(body));
}

function sendError(exchange: Exchange, error: unknown, log: Log): void {
  const { req, res, basePath } = exchange;
  const hasLeft = req.destroyed && !req.complete;
  const { status, code, details } = describe(error);
  if (status >= 500 && !hasLeft) log.error({ err: error }, 'a page of the provider failed');
  if (hasLeft || res.headersSent) {
    res.destroy();
    return;
  }
  const retry: Record<string, string> = status === 503 ? { 'Retry-After': '1' } : {};
  sendPage(exchange, status, errorPage({ basePath, code, details }), { Connection: 'close', ...retry });
}

function describe(error: unknown): { status: number; code: string; details?: string | undefined } {
  if (error instanceof Refusal) return { status: error.status, code: error.code, details: error.message };
  if (error instanceof errors.OIDCProviderError && error.statusCode < 500) {
    return { status: error.statusCode, code: error.error, details: error.error_description };
  }
  // The store's word for "not now" (see `Db`), whose class this room may not import.
  if ((error as { code?: unknown }).code === 'ServiceUnavailable')
    return { status: 503, code: 'temporarily_unavailable' };
  return { status: 500, code: 'server_error' };
}

/** One line for each answer: which kind of page or endpoint, never an id, a query or a header. */
function logAnswer(log: Log, req: IncomingMessage, res: ServerResponse, basePath: string): void {
  const startedAt = performance.now();
  const path = pathOf(req.url ?? '/').slice(basePath.length);
  const route = path.replace(/^\/(interaction|auth)\/.+$/, '/$1/:uid');
  const isKnown = isEndpoint(path) || /^\/(interaction\/:uid|grants|grants\/withdraw|sign-in|sign-out)?$/.test(route);
  res.once('close', () => {
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    log.info(
      { method: req.method, route: isKnown ? route : 'unknown', status: res.statusCode, durationMs },
      'answered',
    );
  });
}
