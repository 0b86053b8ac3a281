import type { Account } from '../accounts.ts';
import type { FactorOwner } from '../factors/factor-changes.ts';
import { needsSecondFactor } from '../factors/factors.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { recordPersonChange } from '../person-changes.ts';
import type { Exchange } from './exchange.ts';

/** The person of this request, for changes of their factors: the audit log and an e-mail tell of each. */
export function factorOwnerOf(exchange: Exchange, account: Account): FactorOwner {
  const { db, factors, now } = exchange;
  const { id: accountId } = account;
  const atMs = now();
  return {
    ...{ db, accountId, key: factors.key, now: atMs },
    isRequired: needsSecondFactor(account, factors.setting),
    record: async (tx, news, facts) => {
      const from = exchange.requestFacts().address;
      await recordPersonChange(tx, { accountId, atMs, from, operation: news });
      await queueMail(tx, { kind: 'factor changed', accountId, facts: { news, ...facts } }, atMs);
    },
  };
}
