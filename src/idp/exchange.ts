import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { default as OidcProvider } from 'oidc-provider';
import type { Rendered } from './pages.ts';
import { isSame } from './secrets.ts';

/** One request to one of our own pages, and its answer. */
export type Exchange = {
  req: IncomingMessage;
  res: ServerResponse;
  provider: OidcProvider;
  /** The path of the issuer, in front of every link. */
  basePath: string;
  cookieKey: string;
};

type Koa = ReturnType<OidcProvider['createContext']>;

export function contextOf({ provider, req, res }: Exchange): Koa {
  return provider.createContext(req, res);
}

export function sendPage({ res }: Exchange, status: number, page: Rendered, more: Record<string, string> = {}): void {
  res.writeHead(status, { ...page.headers, ...more });
  res.end(page.html);
}

export function redirect({ res }: Exchange, location: string): void {
  res.writeHead(303, { Location: location, 'Cache-Control': 'no-store' });
  res.end();
}

/** The request cannot be served as it is; `start.ts` answers with a page. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, details: string) {
    super(details);
    this.status = status;
    this.code = code;
  }
}

const LARGEST_FORM = 16_384;

/** Reads a form that one of our own pages sent, and nobody else's. */
export async function readForm(exchange: Exchange): Promise<URLSearchParams> {
  const { req } = exchange;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw forged();
  if (!/^application\/x-www-form-urlencoded\b/i.test(req.headers['content-type'] ?? '')) {
    throw new Refusal(415, 'invalid_request', 'a form is expected');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  // Left early, the request would be destroyed, and the answer with it.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_FORM) throw new Refusal(413, 'invalid_request', 'the form is too large');
    chunks.push(chunk);
  }
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  checkCsrf(exchange, form.get('csrf') ?? '');
  return form;
}

const CSRF_COOKIE = '_form';

/** A token for the forms of a page, bound to a cookie that other sites can neither read nor make a browser send. */
export function csrfToken(exchange: Exchange): string {
  const { cookies } = contextOf(exchange);
  let value = cookies.get(CSRF_COOKIE);
  if (value === undefined) {
    value = randomBytes(24).toString('base64url');
    cookies.set(CSRF_COOKIE, value, { httpOnly: true, sameSite: 'lax', signed: true });
  }
  return tokenFor(exchange, value);
}

function checkCsrf(exchange: Exchange, given: string): void {
  const value = contextOf(exchange).cookies.get(CSRF_COOKIE);
  if (value === undefined) throw forged();
  if (!isSame(Buffer.from(given), Buffer.from(tokenFor(exchange, value)))) throw forged();
}

function tokenFor({ cookieKey }: Exchange, value: string): string {
  return createHmac('sha256', cookieKey).update(`form ${value}`).digest('base64url');
}

function forged(): Refusal {
  return new Refusal(403, 'invalid_request', 'the form has expired; cookies must be allowed for this site');
}
