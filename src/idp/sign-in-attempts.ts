import type { Sql } from '../db/db.ts';
import { HOUR_MS } from '../domain/duration.ts';
import type { RequestFacts } from './current-request.ts';
import { randomHex } from './secrets.ts';

/** Attempts that a throttle rejected are not recorded: those before them are, and a flood must not fill the store. */
export type SignInOutcome = 'signed in' | 'wrong password' | 'wrong second step' | 'disabled';

export type SignInAttempt = {
  id: string;
  atMs: number;
  /** Undefined when no account has the typed address. */
  accountId: string | undefined;
  /** The account's address; undefined when there is none (any more). */
  email: string | undefined;
  /** A keyed hash of an address that has no account: the same for the same address. */
  typed: string | undefined;
  outcome: SignInOutcome;
  device: string;
  address: string;
};

export type NewAttempt = RequestFacts &
  Pick<SignInAttempt, 'atMs' | 'outcome'> &
  Partial<Pick<SignInAttempt, 'id' | 'accountId' | 'typed'>>;

/** False, and nothing changes, when there is one with this id. */
export async function insertAttempt(tx: Sql, attempt: NewAttempt): Promise<boolean> {
  const { id = randomHex(16), atMs, accountId = null, typed = null, outcome, device, address } = attempt;
  const inserted = await tx.run(
    `INSERT INTO idp_sign_in_attempt (id, at_ms, account_id, typed, outcome, device, address)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING`,
    [id, atMs, accountId, typed, outcome, device, address],
  );
  return inserted === 1;
}

export type SignInsQuery = {
  /** Absent: of everybody, also those without an account. */
  accountId?: string | undefined;
  /** The last one of the page before. */
  before?: Pick<SignInAttempt, 'atMs' | 'id'> | undefined;
  limit: number;
};

type AttemptRow = {
  id: string;
  at_ms: number;
  account_id: string | null;
  email: string | null;
  typed: string | null;
  outcome: SignInOutcome;
  device: string;
  address: string;
};

/** Sign-ins and failures, the latest first: a page of them. */
export async function signInsOf(db: Sql, { accountId, before, limit }: SignInsQuery): Promise<SignInAttempt[]> {
  const { atMs, id } = before ?? { atMs: Number.MAX_SAFE_INTEGER, id: '' };
  const ofAccount = accountId === undefined ? '' : 't.account_id = $4 AND';
  const rows = await db.all<AttemptRow>(
    `SELECT t.id, t.at_ms, t.account_id, a.email, t.typed, t.outcome, t.device, t.address
     FROM idp_sign_in_attempt t LEFT JOIN idp_account a ON a.id = t.account_id
     WHERE ${ofAccount} (t.at_ms, t.id) < ($1, $2) ORDER BY t.at_ms DESC, t.id DESC LIMIT $3`,
    [atMs, id, limit, ...(accountId === undefined ? [] : [accountId])],
  );
  return rows.map(attemptOf);
}

function attemptOf({ id, at_ms, account_id, email, typed, outcome, device, address }: AttemptRow): SignInAttempt {
  return {
    ...{ id, atMs: at_ms, outcome, device, address },
    accountId: account_id ?? undefined,
    email: email ?? undefined,
    typed: typed ?? undefined,
  };
}

/** Far more than people cause. The log has a line for each failure, also for those that are not stored. */
const MAX_FAILURES_PER_HOUR = 1_000;

/**
 * Whether this process may store another failure in this hour: somebody who guesses from many addresses must not fill the store. The
 * throttles, which protect accounts, are shared: see `attempt-throttle.ts`.
 */
export function failureBudget(monotonic: () => number): () => boolean {
  let hour = -1;
  let stored = 0;
  return () => {
    const present = Math.floor(monotonic() / HOUR_MS);
    if (present !== hour) [hour, stored] = [present, 0];
    stored += 1;
    return stored <= MAX_FAILURES_PER_HOUR;
  };
}
