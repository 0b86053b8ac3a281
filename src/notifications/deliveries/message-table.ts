import { randomBytes } from 'node:crypto';
import type { Db, Sql } from '../../db/db.ts';
import { BATCH_ROWS } from '../../db/sweep.ts';
import { LONGEST_LIMIT_MS } from '../../domain/notifications/message-limit.ts';

/** A message to a person that was sent, or is being sent. */
export type SentMessage = { message_id: string; kind: string; sent_ms: number };

/** Its id is the secret part of the link in it: nobody guesses 96 bits. */
export const newMessageId = (): string => randomBytes(12).toString('base64url');

/** The messages to a destination that were sent after this time. */
export async function messagesSince(tx: Sql, destinationId: string, sinceMs: number): Promise<SentMessage[]> {
  return tx.all<SentMessage>('SELECT message_id, kind, sent_ms FROM message WHERE channel_id = $1 AND sent_ms > $2', [
    destinationId,
    sinceMs,
  ]);
}

/** A message to be sent for the first time. */
type NewMessage = { messageId: string; destinationId: string; kind: string };

export async function insertMessages(tx: Sql, messages: readonly NewMessage[], nowMs: number): Promise<void> {
  await tx.many(
    `INSERT INTO message (message_id, channel_id, kind, created_ms, sent_ms)
     VALUES {rows: text key, text, text, bigint, bigint}`,
    messages.map(({ messageId, destinationId, kind }) => [messageId, destinationId, kind, nowMs, nowMs]),
  );
}

/** Records that messages are sent again now: the limits count from here. */
export async function touchMessages(tx: Sql, messageIds: readonly string[], nowMs: number): Promise<void> {
  await tx.many(
    `WITH k (message_id, now_ms) AS (VALUES {rows: text key, bigint})
     UPDATE message SET sent_ms = k.now_ms FROM k WHERE message.message_id = k.message_id`,
    messageIds.map((messageId) => [messageId, nowMs]),
  );
}

/** One batch of a sweep: deletes messages whose deliveries are deleted. The limits need none that is older than a day. */
export function deleteMessages(db: Db, nowMs: number, keepMs: number) {
  return db.run(
    // In their order: PostgreSQL would otherwise expect to meet some soon, and read all messages and deliveries when there are none.
    `DELETE FROM message WHERE message_id IN (
       SELECT message_id FROM message WHERE created_ms < $1 AND sent_ms < $1
         AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.message_id = message.message_id)
         ORDER BY created_ms LIMIT ${BATCH_ROWS})`,
    [nowMs - Math.max(keepMs, LONGEST_LIMIT_MS)],
  );
}
