import type { Row, Sql } from '../db/db.ts';
import type { Attempted } from './delivery-attempt.ts';

/** What the attempts of one batch say about their destination. */
type Evidence = { delivered: boolean; testDelivered: boolean; failed: boolean; gone: boolean; modifiedMs: number };

/**
 * Updates the health of destinations after attempts (decision 27). Only failures for `suspendAfterMs`, or one `gone`, suspend
 * a destination; a delivered test reactivates it. Two kinds of failures do not count: those of tests, because somebody sends
 * tests while repairing the destination, and those on the operator's own side.
 */
export async function updateHealth(
  tx: Sql,
  attempted: readonly Attempted[],
  nowMs: number,
  suspendAfterMs: number,
): Promise<void> {
  const evidence = evidenceOf(attempted);
  const rowsWhere = (isMet: (one: Evidence) => boolean): Row[] =>
    [...evidence]
      .filter(([, one]) => isMet(one))
      .map(([destinationId, { modifiedMs }]): Row => [destinationId, nowMs, nowMs - suspendAfterMs, modifiedMs])
      .sort(byDestination);
  const begin =
    'WITH k (channel_id, now_ms, long_ago, modified_ms) AS (VALUES {rows: text key, bigint, bigint, bigint})';

  // Each statement updates only rows that change: a healthy destination is not written at every delivery.
  await tx.many(
    `${begin} UPDATE destination SET failing_since = NULL FROM k
     WHERE destination.channel_id = k.channel_id AND destination.failing_since IS NOT NULL`,
    rowsWhere(({ delivered }) => delivered),
  );
  await tx.many(
    `${begin} UPDATE destination SET status = 'ACTIVE', modified_ms = k.now_ms FROM k
     WHERE destination.channel_id = k.channel_id AND destination.status = 'SUSPENDED'`,
    rowsWhere(({ testDelivered, gone }) => testDelivered && !gone),
  );
  await tx.many(
    `${begin} UPDATE destination SET failing_since = k.now_ms FROM k
     WHERE destination.channel_id = k.channel_id AND destination.failing_since IS NULL`,
    rowsWhere(({ delivered, failed }) => failed && !delivered),
  );
  await tx.many(
    `${begin} UPDATE destination SET status = 'SUSPENDED', modified_ms = k.now_ms FROM k
     WHERE destination.channel_id = k.channel_id AND destination.status = 'ACTIVE' AND destination.failing_since <= k.long_ago`,
    rowsWhere(({ delivered, failed }) => failed && !delivered),
  );
  await tx.many(
    // `modified_ms`: the attempt went to the destination as it was then. Its owner may have changed the address since.
    `${begin} UPDATE destination SET status = 'SUSPENDED', modified_ms = k.now_ms FROM k
     WHERE destination.channel_id = k.channel_id AND destination.status = 'ACTIVE'
       AND destination.modified_ms = k.modified_ms`,
    rowsWhere(({ gone }) => gone),
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
    };
    // A message in the outbox says nothing bad about its destination.
    const isDelivered = outcome.result === 'delivered' || outcome.result === 'stored';
    const isOperatorFault = outcome.isOperatorFault === true || outcome.result === 'interrupted';
    one.delivered ||= isDelivered;
    one.testDelivered ||= isDelivered && isTest;
    one.failed ||= !isDelivered && !isTest && !isOperatorFault;
    one.gone ||= outcome.result === 'gone';
    evidence.set(destinationId, one);
  }
  return evidence;
}
