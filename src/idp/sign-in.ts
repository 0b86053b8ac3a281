import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { HOUR_MS } from '../domain/duration.ts';
import type { Log } from '../log/log.ts';
import { type Account, accountByPassword, emailKey } from './accounts.ts';
import { AttemptThrottle, takeAttempts } from './attempt-throttle.ts';
import type { Clients } from './client-address.ts';
import { explainMissingDemo, REFUSED_ELSEWHERE } from './demo-data.ts';
import { membershipsOf } from './members.ts';
import { rejectWhenQueueIsFull } from './password-queue.ts';

type SignInResult =
  | { kind: 'signed in'; account: Account }
  | { kind: 'wrong' }
  | { kind: 'disabled' }
  | { kind: 'wait'; waitMs: number };

export type SignIn = (request: IncomingMessage, email: string, password: string) => Promise<SignInResult>;

type Options = {
  db: Db;
  now: () => number;
  demoAnywhere: boolean;
  clients: Clients;
  log: Pick<Log, 'warn'>;
};

/** For one account from one address. */
const ACCOUNT_AND_ADDRESS = { freeAttempts: 5, firstPauseMs: 2_000, maxPauseMs: 300_000, resetAfterMs: HOUR_MS };
/** For all accounts from one address. */
const ADDRESS = { freeAttempts: 30, firstPauseMs: 2_000, maxPauseMs: 60_000, resetAfterMs: 900_000 };
/** For one account from all addresses. */
const ACCOUNT = { freeAttempts: 10, firstPauseMs: 250, maxPauseMs: 2_000, resetAfterMs: 900_000 };

/**
 * Checks a password and throttles guessing. Repeated failures from one address are rejected for a while. An account that
 * many addresses guess at is only answered late and never locked, so that an attacker cannot lock its owner out.
 */
export function signInWith(options: Options): SignIn {
  const { db, demoAnywhere, clients, log } = options;
  const pairs = new AttemptThrottle('sign-in by account and address', ACCOUNT_AND_ADDRESS, options);
  const addresses = new AttemptThrottle('sign-in by address', ADDRESS, options);
  const accounts = new AttemptThrottle('sign-in by account', ACCOUNT, options);
  return async (request, email, password) => {
    // Counting is a write to the disk: a flood that the queue would refuse causes none.
    rejectWhenQueueIsFull();
    const { key: address, isElsewhere } = clients.of(request);
    const account = emailKey(email);
    const pair = `${account} ${address}`;
    // Counted before the slow check: otherwise concurrent attempts would all be free.
    const waitMs = await takeAttempts(db, [
      { throttle: pairs, key: pair },
      { throttle: addresses, key: address },
    ]);
    if (waitMs > 0) return { kind: 'wait', waitMs };
    const delayMs = await accounts.waitMs(account);
    await accounts.count(account);
    if (delayMs > 0) await sleep(delayMs);
    const found = await accountByPassword(db, email, password);
    if (found === undefined) {
      await explainMissingDemo(db, email, log);
      return { kind: 'wrong' };
    }
    if (found.demo && !demoAnywhere && isElsewhere) {
      log.warn({ sellerId: (await membershipsOf(db, found.id))[0]?.sellerId }, REFUSED_ELSEWHERE);
      return { kind: 'wrong' };
    }
    // Only after the right password: others must not learn that the account is disabled.
    if (found.disabledAt !== null) return { kind: 'disabled' };
    await db.transaction(
      async (tx) => {
        await pairs.reset(pair, tx);
        await addresses.uncount(address, tx);
        await accounts.reset(account, tx);
      },
      { seesLatest: true },
    );
    return { kind: 'signed in', account: found };
  };
}
