import type { Sql } from '../../db/db.ts';
import { randomHex } from '../secrets.ts';
import type { MailKind, QueuedMail } from './queued-mail.ts';

export type NewMail = {
  kind: MailKind;
  accountId?: string | undefined;
  address?: string | undefined;
  facts?: QueuedMail['facts'];
  /** The first attempt is not before this much later. */
  delayMs?: number;
};

type MailRow = {
  id: string;
  kind: string;
  account_id: string | null;
  address: string | null;
  facts: string;
  created_at: number;
  due_at: number;
  attempts: number;
};

/** A message whose next attempt is due. */
export type DueMail = QueuedMail & { readonly dueAt: number; readonly attempts: number };

/** Queues a message in the transaction of the change that it is about: a process that dies after the commit loses none. */
export async function queueMail(tx: Sql, mail: NewMail, nowMs: number): Promise<void> {
  const { kind, accountId = null, address = null, facts = {}, delayMs = 0 } = mail;
  await tx.run(
    `INSERT INTO idp_mail (id, kind, account_id, address, facts, created_at, due_at, attempts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 0)`,
    [randomHex(16), kind, accountId, address, JSON.stringify(facts), nowMs, Math.round(nowMs + delayMs)],
  );
}

/** The messages that are due, the longest waiting first. */
export async function dueMails(db: Sql, nowMs: number, limit: number): Promise<DueMail[]> {
  const rows = await db.all<MailRow>('SELECT * FROM idp_mail WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2', [
    nowMs,
    limit,
  ]);
  return rows.map(dueMailOf);
}

/** When the next message is due; undefined when none waits. */
export async function nextDueAt(db: Sql): Promise<number | undefined> {
  const row = await db.get<{ due_at: number }>('SELECT due_at FROM idp_mail ORDER BY due_at LIMIT 1');
  return row?.due_at;
}

/**
 * Takes a message until `untilMs`: if this process dies meanwhile, it is due again then. False when another process has taken or
 * settled it.
 */
export async function claimMail(db: Sql, { id, dueAt }: DueMail, untilMs: number): Promise<boolean> {
  const sql = 'UPDATE idp_mail SET due_at = $3, attempts = attempts + 1 WHERE id = $1 AND due_at = $2';
  return (await db.run(sql, [id, dueAt, untilMs])) === 1;
}

export async function postponeMail(db: Sql, id: string, dueAt: number): Promise<void> {
  await db.run('UPDATE idp_mail SET due_at = $2 WHERE id = $1', [id, Math.round(dueAt)]);
}

/** It was sent, or will never be. */
export async function removeMail(db: Sql, id: string): Promise<void> {
  await db.run('DELETE FROM idp_mail WHERE id = $1', [id]);
}

function dueMailOf(row: MailRow): DueMail {
  const { id, kind, account_id, address, created_at, due_at, attempts } = row;
  return {
    ...{ id, kind, attempts },
    accountId: account_id ?? undefined,
    address: address ?? undefined,
    facts: JSON.parse(row.facts) as QueuedMail['facts'],
    createdAt: created_at,
    dueAt: due_at,
  };
}
