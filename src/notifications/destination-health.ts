import type { Row, Sql } from '../db/db.ts';
import type { Attempted } from './delivery-attempt.ts';

/**
 * What tries say about their destination (decision 27): nothing but failures for long enough, or one answer that nobody
 * is there any more, suspends it; a test that arrives brings it back. Tests do not count as failures: they are what
 * somebody does who is mending it. Nor does what fails on the operator's own side.
 */
export async function afterAttempts(
  tx: Sql,
  attempted: readonly Attempted[],
  nowMs: number,
  suspendAfterMs: number,
): Promise<void> {
  const news = new Map<string, News>();
  for (const { claimed, outcome } of attempted) {
    const { destinationId, isTest } = claimed.delivery;
    const { modifiedMs } = claimed.destination;
    const one = news.get(destinationId) ?? { arrived: false, test: false, failed: false, gone: false, modifiedMs };
    one.arrived ||= outcome.result === 'delivered';
    one.test ||= outcome.result === 'delivered' && isTest;
    const isOurs = outcome.isOurs === true || outcome.result === 'interrupted';
    one.failed ||= outcome.result !== 'delivered' && !isTest && !isOurs;
    one.gone ||= outcome.result === 'gone';
    news.set(destinationId, one);
  }
  const those = (test: (one: News) => boolean): Row[] =>
    [...news]
      .filter(([, one]) => test(one))
      .map(([destinationId, { modifiedMs }]) => [destinationId, nowMs, nowMs - suspendAfterMs, modifiedMs]);
  const begin =
    'WITH k (channel_id, now_ms, long_ago, modified_ms) AS (VALUES {rows: text key, bigint, bigint, bigint})';

  // In all of them only where something changes: a destination in good health is not written at every delivery.
  await tx.many(
    `${begin} UPDATE destination SET failing_since = NULL FROM k
     WHERE destination.channel_id = k.channel_id AND destination.failing_since IS NOT NULL`,
    those(({ arrived }) => arrived),
  );
  await tx.many(
    `${begin} UPDATE destination SET status = 'ACTIVE', modified_ms = k.now_ms FROM k
     WHERE destination.channel_id = k.channel_id AND destination.status = 'SUSPENDED'`,
    those(({ test, gone }) => test && !gone),
  );
  await tx.many(
    `${begin} UPDATE destination SET failing_since = k.now_ms FROM k
     WHERE destination.channel_id = k.channel_id AND destination.failing_since IS NULL`,
    those(({ arrived, failed }) => failed && !arrived),
  );
  await tx.many(
    `${begin} UPDATE destination SET status = 'SUSPENDED', modified_ms = k.now_ms FROM k
     WHERE destination.channel_id = k.channel_id AND destination.status = 'ACTIVE' AND destination.failing_since <= k.long_ago`,
    those(({ arrived, failed }) => failed && !arrived),
  );
  await tx.many(
    `${begin} UPDATE destination SET status = 'SUSPENDED', modified_ms = k.now_ms FROM k
     WHERE destination.channel_id = k.channel_id AND destination.status = 'ACTIVE'
       AND destination.modified_ms = k.modified_ms`,
    // Said of the destination as it was then: its owner may have given it another address meanwhile.
    those(({ gone }) => gone),
  );
}

type News = { arrived: boolean; test: boolean; failed: boolean; gone: boolean; modifiedMs: number };
