import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Sql } from '../db/db.ts';
import { type SmsReport, withReport } from '../domain/notifications/sms-report.ts';
import type { OperatorKey } from './operator-key.ts';

/** Which try a report is about. */
export type Reportable = { deliveryId: string; attempt: number };

type Signing = Pick<OperatorKey, 'reportToken'>;

/** For the address that a gateway reports to. Who knows it can tell the log a lie about this one try, and no more. */
export function reportToken(key: Signing, { deliveryId, attempt }: Reportable): string {
  const text = `${deliveryId}.${attempt}`;
  return `${text}.${key.reportToken(text)}`;
}

/** Undefined when the service did not make it. */
export function readReportToken(key: Signing, token: string): Reportable | undefined {
  const [, deliveryId = '', attempt = ''] = /^(\w{1,64})\.([1-9]\d{0,8})\.[\w-]{22}$/.exec(token) ?? [];
  if (deliveryId === '') return undefined;
  const reportable = { deliveryId, attempt: Number(attempt) };
  const mine = Buffer.from(reportToken(key, reportable));
  const given = Buffer.from(token);
  return mine.length === given.length && timingSafeEqual(mine, given) ? reportable : undefined;
}

/** How long a report may be ahead of the worker that is still writing down that the gateway took the message. */
export type Patience = { forMs: number; everyMs: number };

const PATIENCE: Patience = { forMs: 5_000, everyMs: 50 };

/**
 * Adds a report to the try it is about. One that says that the message did not arrive also ends the delivery as DEAD,
 * unless it was sent again since. Whether the log changed: repeated and late reports change nothing.
 */
export async function recordReport(
  db: Db,
  about: Reportable,
  report: SmsReport,
  nowMs: number,
  { forMs, everyMs }: Patience = PATIENCE,
): Promise<boolean> {
  const looks = Math.ceil(forMs / everyMs);
  for (let look = 0; look <= looks; look += 1) {
    const recorded = await db.transaction((tx) => record(tx, about, report, nowMs));
    if (recorded !== 'tooEarly') return recorded;
    await sleep(everyMs);
  }
  // Whoever made that try ended before it could tell: it is made again, and reported on again.
  return false;
}

/**
 * The same for whoever calls with a token: false when the service did not make it. A report that it does not know, and one
 * that changes nothing, are true: the gateway has done its part.
 */
export async function takeReport(
  parts: { db: Db; key: Signing; now: () => number },
  token: string,
  report: SmsReport | undefined,
): Promise<boolean> {
  const about = readReportToken(parts.key, token);
  if (about && report) await recordReport(parts.db, about, report, parts.now());
  return about !== undefined;
}

async function record(
  tx: Sql,
  { deliveryId, attempt }: Reportable,
  report: SmsReport,
  nowMs: number,
): Promise<boolean | 'tooEarly'> {
  const delivery = await tx.get<{ state: string; attempts: number }>(
    'SELECT state, attempts FROM delivery WHERE delivery_id = $1',
    [deliveryId],
  );
  // Cleared away in the meantime.
  if (!delivery) return false;
  const row = await tx.get<{ answer: string | null }>(
    'SELECT answer FROM delivery_attempt WHERE delivery_id = $1 AND number = $2',
    [deliveryId, attempt],
  );
  if (!row) return delivery.state === 'SENDING' && delivery.attempts === attempt ? 'tooEarly' : false;
  const reported = withReport(row.answer ?? '', report, nowMs);
  if (!reported) return false;
  await tx.run(
    `UPDATE delivery_attempt SET answer = $3, error = COALESCE(CAST($4 AS TEXT), error)
     WHERE delivery_id = $1 AND number = $2`,
    [deliveryId, attempt, reported.answer, reported.error ?? null],
  );
  if (reported.error !== undefined) await endAsDead(tx, { deliveryId, attempt }, nowMs);
  return true;
}

/** Accepted is DELIVERED until the network says otherwise. Of a newer try this one says nothing. */
async function endAsDead(tx: Sql, { deliveryId, attempt }: Reportable, nowMs: number): Promise<void> {
  await tx.run(
    `UPDATE delivery SET state = 'DEAD', settled_ms = $3
     WHERE delivery_id = $1 AND attempts = $2 AND state = 'DELIVERED'`,
    [deliveryId, attempt, nowMs],
  );
}
