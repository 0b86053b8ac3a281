import type { Db, Sql } from '../db/db.ts';
import { type Account, type AccountRemoval, removeAccount } from './accounts.ts';
import { recordChange } from './audit-entries.ts';
import type { RequestFacts } from './current-request.ts';
import { queueMail } from './mail/mail-queue.ts';
import { settlePossessions } from './member-possessions.ts';
import { type Member, membersOf } from './members.ts';

type Request = { nowMs: number; facts: RequestFacts };

/**
 * A person deletes their own account: see `removeAccount`. The owner of the address is told. The audit log of each of their sellers
 * has the id of the member, and nothing else about the person.
 */
export function removeOwnAccount(db: Db, account: Account, { nowMs, facts }: Request): Promise<AccountRemoval> {
  return removeAccount(db, account.email, async (tx, ended) => {
    const change = { operation: 'delete own account', details: {} };
    const by = (id: string) => ({ atMs: nowMs, who: { type: 'member', id }, from: facts.address }) as const;
    for (const member of ended) {
      const { id, sellerId } = member;
      const details = await endSecrets(tx, member, nowMs);
      await recordChange(tx, by(id), { ...change, sellerId, details });
    }
    if (ended.length === 0) await recordChange(tx, by(account.id), change);
    if (account.demo) return;
    await queueMail(tx, { kind: 'account deleted', address: account.email, facts: { ...facts, atMs: nowMs } }, nowMs);
  });
}

const NOTHING = { grants: new Set<string>(), secrets: new Set<string>() };

/**
 * The person has seen these secrets: they end after 24 hours, as when a member leaves. Those of a seller for which nobody else works
 * stay: nobody could create others.
 */
async function endSecrets(tx: Sql, from: Member, now: number): Promise<Record<string, string[]>> {
  if ((await membersOf(tx, from.sellerId)).length === 0) return {};
  const { secretsEnded } = await settlePossessions(tx, { from, to: undefined, takeOver: NOTHING, now });
  return secretsEnded.length === 0 ? {} : { secretsEnded };
}
