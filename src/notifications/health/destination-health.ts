import type { Row, Sql } from '../../db/db.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { DestinationFailure } from '../../domain/notifications/status-reason.ts';
import type { Attempted } from '../deliveries/delivery-attempt.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import type { Tally } from '../tally.ts';
import {
  lockForSuspensions,
  publishSuspensions,
  type SuspendedDestination,
  type SuspensionNotice,
  suspendedColumns,
} from './suspension.ts';

/** What the attempts of one batch say about their destination. */
type Evidence = {
  delivered: boolean;
  testDelivered: boolean;
  failed: boolean;
  gone: boolean;
  modifiedMs: number;
  /** How the attempt failed that may suspend the destination. */
  error: string | undefined;
};

type HealthOptions = {
  /** A destination that only fails for this long is suspended. */
  suspendAfterMs: number;
  sellerEvents: SellerEvents;
  tally: Tally;
};

/**
 * Updates the health of destinations after attempts (decision 27). Only failures for `suspendAfterMs`, or one `gone`, suspend
 * a destination, and that is published to its seller; a delivered test reactivates it. Two kinds of failures do not count: those of tests,
 * because somebody sends tests while repairing the destination, and those on the operator's own side.
 */
export async function updateHealth(
  tx: Sql,
  attempted: readonly Attempted[],
  nowMs: number,
  { suspendAfterMs, sellerEvents, tally }: HealthOptions,
): Promise<void> {
  const evidence = evidenceOf(attempted);
  const longAgoMs = nowMs - suspendAfterMs;
  const atRisk = await destinationsAtRisk(tx, evidence, nowMs, longAgoMs);
  if (atRisk.length > 0) {
    const sellers = atRisk.map(({ seller_id }) => seller_id);
    await lockForSuspensions(tx, sellers, [...evidence.keys()]);
  }
  const rowsWhere = (isMet: (one: Evidence) => boolean): Row[] =>
    [...evidence]
      .filter(([, one]) => isMet(one))
      .map(([destinationId]): Row => [destinationId, nowMs])
      .sort(byDestination);
  const begin = 'WITH k (channel_id, now_ms) AS (VALUES {rows: text key, bigint})';

  // Each statement updates only rows that change: a healthy destination is not written at every delivery.
  await tx.many(
    `${begin} UPDATE destination SET failing_since = NULL FROM k
     WHERE destination.channel_id = k.channel_id AND destination.failing_since IS NOT NULL`,
    rowsWhere(({ delivered }) => delivered),
  );
  await tx.many(
    `${begin} UPDATE destination SET status = 'ACTIVE', failure = NULL, modified_ms = k.now_ms FROM k
     WHERE destination.channel_id = k.channel_id AND destination.status = 'SUSPENDED'`,
    rowsWhere(({ testDelivered, gone }) => testDelivered && !gone),
  );
  await tx.many(
    `${begin} UPDATE destination SET failing_since = k.now_ms FROM k
     WHERE destination.channel_id = k.channel_id AND destination.failing_since IS NULL`,
    rowsWhere(({ delivered, failed }) => failed && !delivered),
  );
  const suspended = await suspend(tx, atRisk, evidence, { nowMs, longAgoMs });
  const notices = suspended.map(({ reason, ...one }): SuspensionNotice => {
    const lastError = evidence.get(one.channel_id)?.error;
    return { destinations: [one], reason, status: 'SUSPENDED', fromMs: nowMs, lastError };
  });
  await publishSuspensions(tx, notices, nowMs, { sellerEvents, tally });
}

type AtRisk = { channel_id: string; seller_id: string; reason: DestinationFailure };

/** The destinations that these attempts may suspend, and why. Mostly there are none: then nothing more has to be locked. */
async function destinationsAtRisk(
  tx: Sql,
  evidence: ReadonlyMap<string, Evidence>,
  nowMs: number,
  longAgoMs: number,
): Promise<AtRisk[]> {
  const rows = [...evidence].flatMap(([destinationId, { delivered, failed, gone, modifiedMs }]): Row[] => {
    const isFailing = failed && !delivered;
    return isFailing || gone ? [[destinationId, nowMs, longAgoMs, modifiedMs, isFailing ? 1 : 0, gone ? 1 : 0]] : [];
  });
  return tx.many<AtRisk>(
    // `modified_ms`: the attempt went to the destination as it was then. Its owner may have changed the address since.
    `SELECT * FROM (
       SELECT destination.channel_id, destination.seller_id, CASE
         WHEN k.column6 = 1 AND destination.modified_ms = k.column4 THEN 'DESTINATION_GONE'
         WHEN k.column5 = 1 AND COALESCE(destination.failing_since, k.column2) <= k.column3 THEN 'DELIVERY_FAILED' END AS reason
       FROM (VALUES {rows: text key, bigint, bigint, bigint, bigint, bigint}) AS k
         JOIN destination ON destination.channel_id = k.column1 WHERE destination.status = 'ACTIVE') AS r
     WHERE reason IS NOT NULL`,
    rows,
  );
}

/** Checks again what `destinationsAtRisk` read: another transaction may have been first. */
function suspend(
  tx: Sql,
  atRisk: readonly AtRisk[],
  evidence: ReadonlyMap<string, Evidence>,
  { nowMs, longAgoMs }: { nowMs: number; longAgoMs: number },
): MaybePromise<(SuspendedDestination & { reason: DestinationFailure })[]> {
  return tx.many(
    `WITH k (channel_id, now_ms, long_ago, modified_ms, reason) AS (VALUES {rows: text key, bigint, bigint, bigint, text})
     UPDATE destination SET status = 'SUSPENDED', failure = k.reason, modified_ms = k.now_ms FROM k
     WHERE destination.channel_id = k.channel_id AND destination.status = 'ACTIVE'
       AND CASE k.reason WHEN 'DESTINATION_GONE' THEN destination.modified_ms = k.modified_ms
         ELSE destination.failing_since <= k.long_ago END
     RETURNING ${suspendedColumns}, destination.failure AS reason`,
    atRisk
      .map(({ channel_id, reason }): Row => {
        return [channel_id, nowMs, longAgoMs, evidence.get(channel_id)?.modifiedMs ?? 0, reason];
      })
      .sort(byDestination),
  );
}

/** Two transactions that write several destinations must do so in one order. */
const byDestination = ([a]: Row, [b]: Row) => (String(a) < String(b) ? -1 : 1);

function evidenceOf(attempted: readonly Attempted[]): Map<string, Evidence> {
  const evidence = new Map<string, Evidence>();
  for (const { claimed, outcome } of attempted) {
    const { destinationId, isTest } = claimed.delivery;
    const { modifiedMs } = claimed.destination;
    const one = evidence.get(destinationId) ?? {
      ...{ delivered: false, testDelivered: false, failed: false, gone: false },
      modifiedMs,
      error: undefined,
    };
    // A message in the outbox says nothing bad about its destination.
    const isDelivered = outcome.result === 'delivered' || outcome.result === 'stored';
    const isOperatorFault = outcome.isOperatorFault === true || outcome.result === 'interrupted';
    one.delivered ||= isDelivered;
    one.testDelivered ||= isDelivered && isTest;
    const isFailed = !isDelivered && !isTest && !isOperatorFault;
    one.failed ||= isFailed;
    one.gone ||= outcome.result === 'gone';
    if (outcome.result === 'gone' || (isFailed && !one.gone)) one.error = outcome.error;
    evidence.set(destinationId, one);
  }
  return evidence;
}
