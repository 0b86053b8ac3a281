import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Sql } from '../../db/db.ts';
import { type SmsReport, withReport } from '../../domain/notifications/sms-report.ts';
import { isSame, type OperatorKey } from '../keys/operator-key.ts';

/** The attempt that a report is about. */
export type ReportedAttempt = { deliveryId: string; attempt: number };

type TokenKey = Pick<OperatorKey, 'reportToken'>;

/** The token in the URL that a gateway reports to. A leaked token allows false reports on this one attempt, no more. */
export function reportToken(key: TokenKey, { deliveryId, attempt }: ReportedAttempt): string {
  const text = `${deliveryId}.${attempt}`;
  return `${text}.${key.reportToken(text)}`;
}

/** Undefined when the service did not issue the token. */
export function readReportToken(key: TokenKey, token: string): ReportedAttempt | undefined {
  const [, deliveryId = '', attempt = ''] = /^(\w{1,64})\.([1-9]\d{0,8})\.[\w-]{22}$/.exec(token) ?? [];
  if (deliveryId === '') return undefined;
  const about = { deliveryId, attempt: Number(attempt) };
  return isSame(reportToken(key, about), token) ? about : undefined;
}

/** A report may arrive before the worker has stored that the gateway accepted the message: how long to retry. */
export type EarlyReportRetry = { forMs: number; everyMs: number };

const EARLY_REPORT_RETRY: EarlyReportRetry = { forMs: 5_000, everyMs: 50 };

/**
 * Adds a report to the log of its attempt. A report of a failure also ends the delivery as DEAD, unless it has been resent. Deliveries
 * that were one message share its report.
 * True when the log changed: repeated and late reports change nothing.
 */
export async function recordReport(
  db: Db,
  { report, nowMs, ...about }: ReportedAttempt & { report: SmsReport; nowMs: number },
  { forMs, everyMs }: EarlyReportRetry = EARLY_REPORT_RETRY,
): Promise<boolean> {
  const retries = Math.ceil(forMs / everyMs);
  for (let n = 0; n <= retries; n += 1) {
    const recorded = await db.transaction((tx) => record(tx, about, report, nowMs));
    if (recorded !== 'tooEarly') return recorded;
    await sleep(everyMs);
  }
  // The worker died before it stored the attempt. The delivery is attempted again, and that attempt is reported again.
  return false;
}

/**
 * Records a report that arrived with a token. False when the service did not issue the token. A report of an unknown kind,
 * or one that changes nothing, is true: the gateway need not send it again.
 */
export async function acceptReport(
  parts: { db: Db; key: TokenKey; now: () => number },
  token: string,
  report: SmsReport | undefined,
): Promise<boolean> {
  const about = readReportToken(parts.key, token);
  if (about && report) await recordReport(parts.db, { ...about, report, nowMs: parts.now() });
  return about !== undefined;
}

async function record(
  tx: Sql,
  { deliveryId, attempt }: ReportedAttempt,
  report: SmsReport,
  nowMs: number,
): Promise<boolean | 'tooEarly'> {
  const delivery = await tx.get<{ state: string; attempts: number }>(
    'SELECT state, attempts FROM delivery WHERE delivery_id = $1',
    [deliveryId],
  );
  // Deleted by retention.
  if (!delivery) return false;
  const row = await tx.get<{ answer: string | null }>(
    'SELECT answer FROM delivery_attempt WHERE delivery_id = $1 AND number = $2',
    [deliveryId, attempt],
  );
  if (!row) return delivery.state === 'SENDING' && delivery.attempts === attempt ? 'tooEarly' : false;
  const reported = withReport(row.answer ?? '', report, nowMs);
  if (!reported) return false;
  const attempts = await attemptsOfMessage(tx, { deliveryId, attempt });
  await tx.many(
    `WITH k (delivery_id, number, answer, error) AS (VALUES {rows: text key, bigint key, text, text})
     UPDATE delivery_attempt SET answer = k.answer, error = COALESCE(k.error, delivery_attempt.error) FROM k
     WHERE delivery_attempt.delivery_id = k.delivery_id AND delivery_attempt.number = k.number`,
    attempts.map((one) => [one.deliveryId, one.attempt, reported.answer, reported.error ?? null]),
  );
  if (reported.error !== undefined) await endAsDead(tx, attempts, nowMs);
  return true;
}

/** The attempts that were one message: they began together. */
async function attemptsOfMessage(tx: Sql, { deliveryId, attempt }: ReportedAttempt): Promise<ReportedAttempt[]> {
  const others = await tx.all<ReportedAttempt>(
    `SELECT other.delivery_id AS "deliveryId", other_attempt.number AS attempt
     FROM delivery JOIN delivery_attempt ON delivery_attempt.delivery_id = delivery.delivery_id
       JOIN delivery AS other ON other.message_id = delivery.message_id AND other.delivery_id <> delivery.delivery_id
       JOIN delivery_attempt AS other_attempt ON other_attempt.delivery_id = other.delivery_id
         AND other_attempt.started_ms = delivery_attempt.started_ms
     WHERE delivery.delivery_id = $1 AND delivery_attempt.number = $2`,
    [deliveryId, attempt],
  );
  return [{ deliveryId, attempt }, ...others];
}

/** An accepted message is DELIVERED until the network reports otherwise. A report says nothing about newer attempts. */
async function endAsDead(tx: Sql, attempts: readonly ReportedAttempt[], nowMs: number): Promise<void> {
  await tx.many(
    `WITH k (delivery_id, attempts, now_ms) AS (VALUES {rows: text key, bigint, bigint})
     UPDATE delivery SET state = 'DEAD', settled_ms = k.now_ms FROM k
     WHERE delivery.delivery_id = k.delivery_id AND delivery.attempts = k.attempts AND delivery.state = 'DELIVERED'`,
    attempts.map(({ deliveryId, attempt }) => [deliveryId, attempt, nowMs]),
  );
}
