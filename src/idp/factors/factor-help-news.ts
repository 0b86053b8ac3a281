import type { Sql } from '../../db/db.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { membershipsOf, membersOf } from '../members.ts';

/** What happens to a request for help with lost factors. */
export type HelpNews = 'asked' | 'waits' | 'removed' | 'stopped';

type Announced = {
  readonly accountId: string;
  readonly news: HelpNews;
  /** When the factors are removed at the earliest. */
  readonly untilMs?: number;
};

/** Queues the e-mails to the person, and to the other owners of the person's sellers: a person may not read their own in time. */
export async function announceHelp(tx: Sql, { accountId, news, untilMs }: Announced, nowMs: number): Promise<void> {
  const facts = { news, ...(untilMs !== undefined && { untilMs }) };
  await queueMail(tx, { kind: 'factor help', accountId, facts }, nowMs);
  const owners = new Set<string>();
  for (const { sellerId } of await membershipsOf(tx, accountId, 'also disabled'))
    for (const member of await membersOf(tx, sellerId)) if (member.role === 'owner') owners.add(member.accountId);
  owners.delete(accountId);
  for (const owner of owners)
    await queueMail(tx, { kind: 'factor help', accountId: owner, facts: { ...facts, about: accountId } }, nowMs);
}
