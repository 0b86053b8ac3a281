import type { Migration } from '../db/migration-plan.ts';

const table = (name: string, at: string): string => `
    CREATE TABLE ${name} (
      ${at} BIGINT NOT NULL,
      seller_id TEXT NOT NULL,
      client_id TEXT NOT NULL,
      caller TEXT NOT NULL,
      operation TEXT NOT NULL,
      status BIGINT NOT NULL,
      reason TEXT NOT NULL,
      requests BIGINT NOT NULL,
      ms_1 BIGINT NOT NULL,
      ms_2 BIGINT NOT NULL,
      ms_5 BIGINT NOT NULL,
      ms_10 BIGINT NOT NULL,
      ms_20 BIGINT NOT NULL,
      ms_50 BIGINT NOT NULL,
      ms_100 BIGINT NOT NULL,
      ms_200 BIGINT NOT NULL,
      ms_500 BIGINT NOT NULL,
      ms_1000 BIGINT NOT NULL,
      ms_2000 BIGINT NOT NULL,
      ms_5000 BIGINT NOT NULL,
      ms_10000 BIGINT NOT NULL,
      ms_longer BIGINT NOT NULL,
      PRIMARY KEY (${at}, seller_id, client_id, caller, operation, status, reason)
    ) {sqlite: WITHOUT ROWID};

    CREATE INDEX ${name}_seller ON ${name} (seller_id, ${at});

    CREATE INDEX ${name}_client ON ${name} (client_id, ${at});
`;

/**
 * Requests, counted by minute and by day since 1970 (decision 56): `ms_5` has those that took more than 2 ms and at most 5 ms.
 *
 * `usage_span`: the time in which one process counted (`CountedSpan`). `last_part` is the number of the last part of its counts that was
 * written: a part whose commit was not answered is not added twice.
 */
export const usage: Migration = {
  name: '0026 usage',
  oldestProgram: 17,
  sql: `${table('usage_minute', 'minute')}
${table('usage_day', 'day')}
    CREATE TABLE usage_span (
      span_id TEXT PRIMARY KEY,
      from_ms BIGINT NOT NULL,
      until_ms BIGINT NOT NULL,
      ended_ms BIGINT,
      last_part BIGINT NOT NULL
    );

    CREATE INDEX usage_span_until ON usage_span (until_ms);
  `,
};
