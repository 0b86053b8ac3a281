import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../log.ts';
import type { Db } from '../store/db.ts';
import { prepareDecoy } from './accounts.ts';
import { addressOf, isFromElsewhere } from './address.ts';
import { startCleanup } from './cleanup.ts';
import { makeDemo, refuseDemo } from './demo.ts';
import { type Exchange, Refusal, redirect, sendPage } from './exchange.ts';
import { serveGrants, takeGrantsSignIn, takeSignOut, takeWithdrawal } from './grants.ts';
import { type InteractionParts, serveInteraction } from './interaction.ts';
import { keepKeys } from './keeping.ts';
import { errors } from './oidc.ts';
import { errorPage } from './pages.ts';
import { createProvider } from './provider.ts';
import { signInWith } from './sign-in.ts';
import { retryAfterSeconds, Throttle } from './throttle.ts';

export type IdpOptions = {
  /** Already migrated with `idpMigrations`. The caller closes it. */
  db: Db;
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** The public address of the provider; where it listens when absent. */
  issuer?: string | undefined;
  /** The seller service's own client: the only one that may introspect. Kept in memory, never stored. */
  serviceClient: { id: string; secret: string };
  /** Makes the demo's clients and sign-ins in an empty database, and lets anyone on this machine register. */
  demo: boolean;
  /** The demo also answers other machines. */
  demoAnywhere?: boolean;
  /** Registration needs it. Without one it is open in a demo and closed otherwise. */
  initialAccessToken?: string | undefined;
  /** How long a rotated refresh token still works, for clients that lose an answer. */
  refreshGraceSeconds?: number;
  log: Log;
  now?: () => number;
};

export type RunningIdp = { address: string; issuer: string; close(): Promise<void> };

const CLOSE_MS = 5_000;

/** Starts the default identity provider. Throws what Node throws when it cannot listen, and when demo data must go first. */
export async function startIdp(options: IdpOptions): Promise<RunningIdp> {
  const { db, host, port, demo, log, now = Date.now, demoAnywhere = false } = options;
  if (demo) {
    if (await makeDemo(db, now())) log.info('the demo clients and sign-ins were made');
  } else await refuseDemo(db);
  const keys = await keepKeys(db);
  await prepareDecoy();
  let handle: Handler = (_req, res) => void res.writeHead(503, { 'Retry-After': '1' }).end();
  const server = createServer((req, res) => handle(req, res));
  const address = await listening(server, host, port);
  const issuer = options.issuer ?? address;
  const provider = createProvider(
    {
      db,
      issuer,
      serviceClient: options.serviceClient,
      demo,
      demoAnywhere,
      initialAccessToken: options.initialAccessToken,
      refreshGraceSeconds: options.refreshGraceSeconds ?? 0,
      log,
      now,
    },
    keys,
  );
  const callback = provider.callback();
  const registrations = new Throttle(REGISTRATIONS, now);
  const registrationIsOpen = options.initialAccessToken === undefined;
  const parts: InteractionParts = { db, signIn: signInWith(db, now, demoAnywhere), log };
  const base = new URL(issuer);
  const basePath = base.pathname.replace(/\/$/, '');

  handle = (req, res) => {
    logAnswer(log, req, res, basePath);
    const exchange: Exchange = { req, res, provider, basePath, cookieKey: keys.cookieKeys[0] ?? '' };
    serve(exchange).catch((error: unknown) => sendError(exchange, error, log));
  };

  async function serve(exchange: Exchange): Promise<void> {
    const { req } = exchange;
    const path = enter(req, base, basePath);
    const route = `${req.method === 'HEAD' ? 'GET' : req.method} ${path}`;
    const [, uid] = /^\/interaction\/([\w-]{1,64})$/.exec(path) ?? [];
    if (uid !== undefined && /^(GET|POST)$/.test(req.method ?? '')) return serveInteraction(exchange, uid, parts);
    switch (route) {
      case 'GET /':
        return redirect(exchange, `${basePath}/grants`);
      case 'GET /grants':
        return serveGrants(exchange, parts, now());
      case 'POST /sign-in':
        return takeGrantsSignIn(exchange, parts);
      case 'POST /grants/withdraw':
        return takeWithdrawal(exchange, parts);
      case 'POST /sign-out':
        return takeSignOut(exchange);
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

  /** False when it was answered here: an open registration is for this machine only, and not for a flood. */
  function mayRegister({ req, res }: Exchange): boolean {
    const address = addressOf(req);
    const waitMs = registrations.waitMs(address);
    if (waitMs > 0) {
      const retryAfter = String(retryAfterSeconds(waitMs));
      answerJson(
        res,
        429,
        { error: 'temporarily_unavailable', error_description: 'too many registrations' },
        { 'Retry-After': retryAfter },
      );
      return false;
    }
    registrations.failed(address);
    if (!registrationIsOpen || demoAnywhere || !isFromElsewhere(req)) return true;
    const description = 'registration is open on this machine only';
    answerJson(res, 401, { error: 'invalid_token', error_description: description }, { 'WWW-Authenticate': 'Bearer' });
    return false;
  }

  const stopCleanup = startCleanup(db, log, now);
  return {
    address,
    issuer,
    close: async () => {
      await stopCleanup();
      await closed(server);
    },
  };
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** Each registration counts as a failure here: as many an hour from one address as nobody needs. */
const REGISTRATIONS = { free: 300, firstPauseMs: 10_000, longestPauseMs: 600_000, forgetAfterMs: 3_600_000 };

/** What the library serves. Anything else gets our own page. */
const ENDPOINTS = ['/auth', '/token', '/token/introspection', '/token/revocation', '/reg', '/jwks'];

function isEndpoint(path: string): boolean {
  return ENDPOINTS.includes(path) || /^\/(auth\/[\w-]{1,64}|\.well-known\/[\w-]+)$/.test(path);
}

/**
 * Pins the request to the public address (the library builds its URLs from the Host header) and gives back the path
 * within the issuer. An absolute-form target (`GET http://other/`) would win over the header, so it is refused.
 */
function enter(req: IncomingMessage, base: URL, basePath: string): string {
  const url = req.url ?? '/';
  if (!url.startsWith('/')) throw new Refusal(400, 'invalid_request', 'the request target must be a path');
  req.headers.host = base.host;
  req.headers['x-forwarded-proto'] = base.protocol.slice(0, -1);
  delete req.headers['x-forwarded-host'];
  if (basePath !== '' && (url === basePath || /^[/?]/.test(url.slice(basePath.length))) && url.startsWith(basePath)) {
    Object.assign(req, { originalUrl: url });
    req.url = url.slice(basePath.length) || '/';
  }
  return pathOf(req.url ?? '/');
}

function pathOf(url: string): string {
  const [path = '/'] = url.split('?', 1);
  return path;
}

/**
 * Consent is always asked, so saying so costs nothing, and without it the library silently drops `offline_access`. It
 * refuses a `nonce` without `openid`, which this provider does not have and which clients send out of habit.
 */
function completeAuthorization(req: IncomingMessage): void {
  const [path = '', query = ''] = (req.url ?? '').split(/\?(.*)/s, 2);
  const params = new URLSearchParams(query);
  if (!params.has('prompt')) params.set('prompt', 'consent');
  params.delete('nonce');
  const url = `${path}?${params.toString()}`;
  const { originalUrl } = req as { originalUrl?: string };
  if (originalUrl !== undefined) {
    Object.assign(req, { originalUrl: originalUrl.slice(0, originalUrl.length - (req.url ?? '').length) + url });
  }
  req.url = url;
}

function answerJson(res: ServerResponse, status: number, body: object, headers: Record<string, string>): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers });
  res.end(JSON.stringify(body));
}

function sendError(exchange: Exchange, error: unknown, log: Log): void {
  const { res, basePath } = exchange;
  const { status, code, details } = describe(error);
  if (status >= 500) log.error({ err: error }, 'a page of the provider failed');
  if (res.headersSent) return void res.destroy();
  sendPage(exchange, status, errorPage({ basePath, code, details }), { Connection: 'close' });
}

function describe(error: unknown): { status: number; code: string; details?: string } {
  if (error instanceof Refusal) return { status: error.status, code: error.code, details: error.message };
  if (error instanceof errors.OIDCProviderError && error.statusCode < 500) {
    return { status: error.statusCode, code: error.error, details: error.error_description ?? '' };
  }
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

function listening(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const { address, family, port: taken } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`);
    });
  });
}

/** Lets running requests end, for a while. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
