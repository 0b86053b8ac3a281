import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Html, html } from '../../pages/html.ts';
import { isEqualInConstantTime } from '../secrets.ts';
import { contextOf, type Exchange, PageError } from './exchange.ts';

const MAX_FORM_BYTES = 16_384;

/** Reads a form of one of our own pages. Throws a `PageError` for a form from elsewhere. */
export async function readForm(exchange: Exchange): Promise<URLSearchParams> {
  const { req } = exchange;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw forgedForm();
  if (!/^application\/x-www-form-urlencoded\b/i.test(req.headers['content-type'] ?? '')) {
    throw new PageError(415, 'invalid_request', 'a form is expected');
  }
  const body = await bodyOf(req, MAX_FORM_BYTES);
  if (body === undefined) throw new PageError(413, 'invalid_request', 'the form is too large');
  const form = new URLSearchParams(body);
  checkCsrf(exchange, form.get('csrf') ?? '');
  return form;
}

/** Undefined when it is too large. */
export async function bodyOf(req: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop early must not destroy the request: the response uses the same connection.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const CSRF_COOKIE = '_form';

/** The CSRF token of a page's forms. It is bound to a cookie that other sites can neither read nor make a browser send. */
export function csrfToken(exchange: Exchange): string {
  return tokenFor(exchange, browserOf(exchange));
}

/** The hidden field with that token. */
export const csrfField = (exchange: Exchange): Html =>
  html`<input type="hidden" name="csrf" value="${csrfToken(exchange)}">`;

/** New cookies of requests that are being answered: a second question during one must not set another. */
const given = new WeakMap<IncomingMessage, string>();

/** Tells this browser from all others: the value of that cookie. */
export function browserOf(exchange: Exchange): string {
  const { req } = exchange;
  const { cookies } = contextOf(exchange);
  const known = cookies.get(CSRF_COOKIE) ?? given.get(req);
  if (known !== undefined) return known;
  const value = randomBytes(24).toString('base64url');
  given.set(req, value);
  cookies.set(CSRF_COOKIE, value, { httpOnly: true, sameSite: 'lax', signed: true });
  return value;
}

function checkCsrf(exchange: Exchange, token: string): void {
  const value = contextOf(exchange).cookies.get(CSRF_COOKIE);
  if (value === undefined) throw forgedForm();
  if (!isEqualInConstantTime(Buffer.from(token), Buffer.from(tokenFor(exchange, value)))) throw forgedForm();
}

function tokenFor({ cookieKey }: Exchange, cookie: string): string {
  return createHmac('sha256', cookieKey).update(`form ${cookie}`).digest('base64url');
}

function forgedForm(): PageError {
  return new PageError(403, 'invalid_request', 'the form has expired; cookies must be allowed for this site');
}
