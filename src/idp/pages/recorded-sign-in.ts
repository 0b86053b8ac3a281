import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '../../domain/duration.ts';
import { type Account, accountByEmail, emailKey } from '../accounts.ts';
import type { JudgedSignIn } from '../current-request.ts';
import { deviceIdOf } from '../devices.ts';
import { randomHex } from '../secrets.ts';
import { insertAttempt, type SignInOutcome } from '../sign-in-attempts.ts';
import { contextOf, type Exchange } from './exchange.ts';

const DEVICE_COOKIE = '_device';
/** Browsers keep no cookie for longer. Each sign-in prolongs it. */
const DEVICE_MS = 400 * DAY_MS;
const deviceCookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/** Call it when a person has passed every step. The sign-in is listed when its session is stored (`session-start.ts`). */
export function judgedSignIn(exchange: Exchange, { id: accountId, passwordKey }: Account): JudgedSignIn {
  const listed = { id: randomHex(16), deviceId: deviceIdOf(deviceToken(exchange), accountId) };
  return { accountId, passwordKey, listed };
}

function deviceToken(exchange: Exchange): string {
  const { cookies } = contextOf(exchange);
  const token = cookies.get(DEVICE_COOKIE, { signed: true }) ?? randomBytes(32).toString('base64url');
  cookies.set(DEVICE_COOKIE, token, { ...deviceCookie, maxAge: DEVICE_MS });
  return token;
}

/** The same work whether or not the address has an account. */
export async function recordFailure(exchange: Exchange, email: string, outcome: SignInOutcome): Promise<void> {
  const { db, now, cookieKey } = exchange;
  if (!exchange.mayRecordFailure()) return;
  const account = await accountByEmail(db, email);
  const typed = createHmac('sha256', cookieKey)
    .update(`address ${emailKey(email)}`)
    .digest('base64url')
    .slice(0, 16);
  const who = account === undefined ? { typed } : { accountId: account.id };
  await insertAttempt(db, { atMs: now(), outcome, ...who, ...exchange.requestFacts() });
}
