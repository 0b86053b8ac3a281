import type { IncomingMessage } from 'node:http';
import type { Db, Sql } from '../../db/db.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { AttemptThrottle, takeAttempts } from '../attempt-throttle.ts';
import type { Clients } from '../client-address.ts';
import { isRecoveryCode, useRecoveryCode } from './recovery-codes.ts';
import { useTotp } from './totp.ts';

type CodeResult =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly waitMs: number };

type TypedCode = {
  readonly accountId: string;
  readonly typed: string;
  /** Runs in the transaction that uses a recovery code up. */
  readonly onRecoveryCode: (tx: Sql) => Promise<void>;
};

/** Checks a code of an authenticator app, or a recovery code, and uses it up. */
export type CodeCheck = (request: IncomingMessage, code: TypedCode) => Promise<CodeResult>;

export type CodeCheckOptions = {
  readonly db: Db;
  readonly key: string;
  readonly clients: Clients;
  readonly now: () => number;
};

/** For one account from one address. */
const ACCOUNT_AND_ADDRESS = { freeAttempts: 5, firstPauseMs: 2_000, maxPauseMs: 300_000, resetAfterMs: HOUR_MS };
/**
 * For one account from all addresses. Whoever guesses here knows the password, so that waiting protects the account. Six digits can be
 * guessed: at one attempt in 15 minutes it takes years. Passkeys are not affected.
 */
const ACCOUNT = { freeAttempts: 20, firstPauseMs: 5_000, maxPauseMs: 900_000, resetAfterMs: 24 * HOUR_MS };

export function codeCheckWith(options: CodeCheckOptions): CodeCheck {
  const { db, key, clients, now } = options;
  const pairs = new AttemptThrottle('second step by account and address', ACCOUNT_AND_ADDRESS, options);
  const accounts = new AttemptThrottle('second step by account', ACCOUNT, options);
  return async (request, { accountId, typed, onRecoveryCode }) => {
    const pair = `${accountId} ${clients.of(request).key}`;
    // Counted before the check: otherwise concurrent attempts would all be free.
    const waitMs = await takeAttempts(db, [
      { throttle: pairs, key: pair },
      { throttle: accounts, key: accountId },
    ]);
    if (waitMs > 0) return { kind: 'wait', waitMs };
    const isRight = isRecoveryCode(typed)
      ? await db.transaction(async (tx) => {
          const isUsed = await useRecoveryCode(tx, accountId, typed, now());
          if (isUsed) await onRecoveryCode(tx);
          return isUsed;
        })
      : await useTotp(db, key, { accountId, code: typed, now: now() });
    if (!isRight) return { kind: 'wrong' };
    await pairs.reset(pair);
    await accounts.reset(accountId);
    return { kind: 'right' };
  };
}
