import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../db/db.ts';
import { type Account, accountByPassword, emailKey } from './accounts.ts';
import { addressOf, isFromElsewhere, type TrustsPeer } from './address.ts';
import { digest } from './secrets.ts';
import { Throttle } from './throttle.ts';

type SignInResult = { kind: 'signed in'; account: Account } | { kind: 'wrong' } | { kind: 'wait'; waitMs: number };

export type SignIn = (request: IncomingMessage, email: string, password: string) => Promise<SignInResult>;

type Options = { db: Sql; now: () => number; demoAnywhere: boolean; trustsPeer: TrustsPeer };

/**
 * Checks a password, ever more slowly. Who fails again and again from one address has to wait there; an account that is
 * guessed at from many addresses answers late but is never locked, so nobody can shut its owner out.
 */
export function signInWith({ db, now, demoAnywhere, trustsPeer }: Options): SignIn {
  const here = new Throttle({ free: 5, firstPauseMs: 2_000, longestPauseMs: 300_000, forgetAfterMs: 3_600_000 }, now);
  const address = new Throttle({ free: 30, firstPauseMs: 2_000, longestPauseMs: 60_000, forgetAfterMs: 900_000 }, now);
  const account = new Throttle({ free: 10, firstPauseMs: 250, longestPauseMs: 2_000, forgetAfterMs: 900_000 }, now);
  return async (request, email, password) => {
    const from = addressOf(request, trustsPeer);
    const who = digest(emailKey(email));
    const whoHere = `${who} ${from}`;
    const waitMs = Math.max(here.waitMs(whoHere), address.waitMs(from));
    if (waitMs > 0) return { kind: 'wait', waitMs };
    // Counted before the check, which takes its time: attempts side by side would all be free otherwise.
    const lateMs = account.waitMs(who);
    for (const [throttle, key] of [
      [here, whoHere],
      [address, from],
      [account, who],
    ] as const)
      throttle.failed(key);
    if (lateMs > 0) await sleep(lateMs);
    const found = await accountByPassword(db, email, password);
    if (found === undefined || (found.demo && !demoAnywhere && isFromElsewhere(request))) return { kind: 'wrong' };
    here.clear(whoHere);
    address.takeBack(from);
    account.clear(who);
    return { kind: 'signed in', account: found };
  };
}
