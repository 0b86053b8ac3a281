import type { Db } from '../db/db.ts';
import { type Account, type AccountRemoval, removeAccount } from './accounts.ts';
import { recordChange } from './audit-entries.ts';
import type { RequestFacts } from './current-request.ts';
import { queueMail } from './mail/mail-queue.ts';
import { endSecretsOf } from './member-possessions.ts';

type Request = { nowMs: number; facts: RequestFacts };

/**
 * A person deletes their own account: see `removeAccount`. The owner of the address is told. The audit log of each of their sellers
 * has the id of the member, and nothing else about the person. The secrets that the person created end after 24 hours.
 */
export function removeOwnAccount(db: Db, account: Account, { nowMs, facts }: Request): Promise<AccountRemoval> {
  return removeAccount(db, account.email, async (tx, ended) => {
    const change = { operation: 'delete own account', details: {} };
    const by = (id: string) => ({ atMs: nowMs, who: { type: 'member', id }, from: facts.address }) as const;
    for (const member of ended) {
      const { id, sellerId } = member;
      const secretsEnded = await endSecretsOf(tx, member, nowMs);
      const details = secretsEnded.length === 0 ? {} : { secretsEnded };
      await recordChange(tx, by(id), { ...change, sellerId, details });
    }
    if (ended.length === 0) await recordChange(tx, by(account.id), change);
    if (account.demo) return;
    await queueMail(tx, { kind: 'account deleted', address: account.email, facts: { ...facts, atMs: nowMs } }, nowMs);
  });
}
