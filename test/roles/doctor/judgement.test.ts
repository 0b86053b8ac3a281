import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { DAY_MS, HOUR_MS } from '../../../src/domain/duration.ts';
import type { ReportDepth } from '../../../src/reports/report-depth.ts';
import { backupCheck } from '../../../src/roles/commands/doctor/backups.ts';
import { clockCheck } from '../../../src/roles/commands/doctor/clock.ts';
import { deliveryCheck } from '../../../src/roles/commands/doctor/deliveries.ts';
import { diskCheck } from '../../../src/roles/commands/doctor/disks.ts';
import { type Finding, found } from '../../../src/roles/commands/doctor/finding.ts';
import { machineCheck } from '../../../src/roles/commands/doctor/machine.ts';
import { judgePostgres, type PostgresFacts } from '../../../src/roles/commands/doctor/postgres-server.ts';
import { reportCheck } from '../../../src/roles/commands/doctor/reports.ts';
import { settingsCheck } from '../../../src/roles/commands/doctor/settings.ts';
import { judgeSqlite, type SqliteFacts } from '../../../src/roles/commands/doctor/sqlite-file.ts';

/** What the `judge` of a check is called with, beside the settings. */
type FactsOf<Check extends { judge(facts: never, config: never): unknown }> = Parameters<Check['judge']>[0];

const DEFAULTS = readConfig({});
const PUBLIC = { PUBLIC_URL: 'https://api.store.example', IDP_PUBLIC_URL: 'https://login.store.example' };

/** `ok: text`, `note: text` or `problem: text -> step`, a line each. */
const linesOf = (findings: readonly Finding[]): string =>
  findings.map(({ kind, text, ...remedy }) => [`${kind}: ${text}`, ...Object.values(remedy)].join(' -> ')).join('\n');

type Case = [situation: string, found: string, expected: RegExp];

function tells(subject: string, cases: readonly Case[]): void {
  test(subject, () => {
    for (const [situation, found, expected] of cases) assert.match(found, expected, `${situation}:\n${found}`);
  });
}

describe('what the doctor makes of what it sees', () => {
  const reports = (depth: Partial<ReportDepth> | undefined, isServiceRunning = true) => {
    const none: ReportDepth = { waiting: 2, running: 1, ageMs: 0, failed: new Map() };
    return linesOf(
      reportCheck.judge({ hasStore: true, depth: depth && { ...none, ...depth }, isServiceRunning }, DEFAULTS),
    );
  };
  tells('reports', [
    ['a store of an older version', reports(undefined), /^note: the store has no reports yet$/],
    ['short waits', reports({}), /^ok: reports: 2 wait, 1 are being made; none failed in the last hour$/],
    ['long waits', reports({ ageMs: HOUR_MS / 2 }), /^note: .* the oldest has waited for 30 min.*REPORTS_AT_ONCE/],
    ['no service', reports({ ageMs: 2 * HOUR_MS }, false), /^note: .*It makes them when it starts$/],
    ['nobody makes them', reports({ ageMs: 2 * HOUR_MS }), /^problem: .* -> Start a worker/],
    ['failures', reports({ failed: new Map([['DiskFull', 3]]) }), /^problem: .*: 3 DiskFull -> .*REPORT_FREE_MB/],
    ['failures that sellers end', reports({ failed: new Map([['SinceRemoved', 3]]) }), /^ok: /],
  ]);

  const settings = (values: Record<string, string>, inFile: string[] = [], inEnvironment: string[] = []) =>
    linesOf(
      settingsCheck.judge(
        { problems: [], inFile, inEnvironment, warnings: [], ratePlanFailure: undefined },
        readConfig(values),
      ),
    );
  tells('settings', [
    ['the defaults', settings({}), /^ok: 0 of \d+ settings differ from their defaults$/],
    [
      'a typing error in .env',
      settings({}, ['OPERATOR_KY']),
      /problem: \.env has OPERATOR_KY.* -> Rename it to OPERATOR_KEY/,
    ],
    ['another name in .env', settings({}, ['COMPOSE_PROJECT']), /note: \.env has COMPOSE_PROJECT, which is no setting/],
    [
      'a setting in .env',
      settings({}, ['OPERATOR_KEY', 'NODE_OPTIONS']),
      /^ok: \S+ of \S+ settings differ from their defaults$/,
    ],
    [
      'a typing error in the environment',
      settings({}, [], ['DATABSE_URL']),
      /note: .*DATABSE_URL.* Did you mean DATABASE_URL\?/,
    ],
    [
      'an ordinary environment',
      settings({}, [], ['PATH', 'HOME', 'MAIL', 'HOSTNAME', 'XDG_RUNTIME_DIR', 'SSH_CONNECTION']),
      /^ok: [^\n]*$/,
    ],
    [
      'https without a trusted proxy',
      settings(PUBLIC),
      /problem: PUBLIC_URL .* TRUST_PROXY is false.* -> Set TRUST_PROXY to the number/,
    ],
    ['https with a trusted proxy', settings({ ...PUBLIC, TRUST_PROXY: '1' }), /^ok: [^\n]*$/],
    [
      'http on a public address',
      settings({ PUBLIC_URL: 'http://api.store.example', HOST: '0.0.0.0' }),
      /note: PUBLIC_URL .* unencrypted/,
    ],
    [
      'a demo for everybody',
      settings({ HOST: '0.0.0.0' }),
      /problem: HOST is 0\.0\.0\.0.* answers 421 .* -> Set PUBLIC_URL .*remove-demo/,
    ],
    ['a demo on purpose', settings({ HOST: '0.0.0.0', DEMO_ANYWHERE: 'true' }), /note: DEMO_ANYWHERE is on/],
    ['open metrics', settings({ ADMIN_HOST: '0.0.0.0' }), /note: ADMIN_HOST is 0\.0\.0\.0/],
  ]);

  const machine = (values: Record<string, string>, facts: Partial<FactsOf<typeof machineCheck>>) => {
    const all = { node: '26.1.0', openFiles: 20_000, openFilesOfService: undefined, ...facts };
    return linesOf(machineCheck.judge(all, readConfig(values)));
  };
  tells('the machine', [
    [
      'as it should be',
      machine({}, {}),
      /^ok: Node 26\.1\.0\nok: a process may have 20000 files open, and needs at most \d+$/,
    ],
    ['an old Node', machine({}, { node: '22.9.0' }), /problem: Node 22\.9\.0 is too old -> .*npm/],
    [
      'few open files',
      machine(PUBLIC, { openFiles: 1024 }),
      /problem: .*1024 files .*MAX_CONNECTIONS=10000 .* -> .*LimitNOFILE=\d+.*MAX_CONNECTIONS=586$/m,
    ],
    ['few on a developer machine', machine({}, { openFiles: 1024 }), /note: a process may have 1024/],
    [
      'few of the running service',
      machine(PUBLIC, { openFilesOfService: 512 }),
      /problem: the running service may have 512/,
    ],
  ]);

  const clock = (facts: Partial<FactsOf<typeof clockCheck>>) => {
    const all = { postgres: undefined, provider: undefined, storedAheadMs: undefined, ...facts };
    return linesOf(clockCheck.judge(all, DEFAULTS));
  };
  const ahead = (aheadMs: number, errorMs = 5) => ({ aheadMs, errorMs });
  tells('clocks', [
    ['nothing to compare with', clock({}), /^note: there is no other clock/],
    ['900 ms', clock({ postgres: ahead(900) }), /^ok: the clock of PostgreSQL agrees/],
    ['2 s', clock({ postgres: ahead(-2_000) }), /^note: the clock of PostgreSQL is 2 s behind .*NTP/],
    ['2 s, measured badly', clock({ postgres: ahead(2_000, 1_500) }), /^ok: /],
    [
      'a minute',
      clock({ provider: ahead(60_000) }),
      /^problem: the clock of the identity provider is 60 s ahead of .* -> .*NTP/,
    ],
    [
      'times of the store an hour ahead',
      clock({ storedAheadMs: HOUR_MS }),
      /^problem: the store has times that are 60 minutes ahead/,
    ],
    ['times of the store that have passed', clock({ storedAheadMs: -HOUR_MS }), /^note: there is no other clock/],
  ]);

  const disk = (
    bytes: number,
    inodes: number | undefined = 1e6,
    others: Partial<FactsOf<typeof diskCheck>[number]> = {},
  ) =>
    linesOf(
      diskCheck.judge(
        [
          {
            name: 'DATA_DIR',
            path: '/data',
            free: { bytes, totalBytes: 1e12, inodes },
            unwritable: undefined,
            ...others,
          },
        ],
        DEFAULTS,
      ),
    );
  tells('disks', [
    ['much', disk(9e9), /^ok: 9\.0 GB of 1000\.0 GB are free on the disk of \/data/],
    ['little', disk(1e9), /^note: 1\.0 GB /],
    ['nearly nothing', disk(1e8), /^problem: 100 MB .* -> Free space/],
    ['no room for files', disk(9e9, 3), /problem: 3 files more fit .* -> .*df -i/],
    ['a file system without a limit of files', disk(9e9, undefined), /^ok: [^\n]*$/],
    [
      'no right to write',
      disk(9e9, 1e6, { unwritable: 'EACCES' }),
      /problem: \/data \(DATA_DIR\) cannot be written: EACCES -> .*chown/,
    ],
    ['a disk that is gone', disk(0, 0, { free: undefined }), /^problem: the disk of \/data .* does not answer/],
  ]);

  const file = (facts: Partial<SqliteFacts>) =>
    linesOf(
      found(
        judgeSqlite({
          file: 'service.db',
          bytes: 1e9,
          freeBytes: 0,
          logBytes: 0,
          check: { result: 'ok' },
          unwritable: undefined,
          ...facts,
        }),
      ),
    );
  tells('a SQLite file', [
    ['a good one', file({}), /^ok: service\.db has 1\.0 GB, and every page of it can be read$/],
    ['a large one', file({ check: { result: 'late' } }), /^note: .*too much to check in 10 s\. npm run backup/],
    ['free pages', file({ freeBytes: 6e8 }), /note: 600 MB of service\.db are free pages/],
    ['a long log', file({ logBytes: 1e9 }), /note: service\.db-wal has 1\.0 GB/],
    [
      'of another user',
      file({ unwritable: 'EACCES: permission denied' }),
      /problem: service\.db cannot be written: EACCES.* -> .*chown/,
    ],
  ]);

  const postgres = (facts: Partial<PostgresFacts>, values: Record<string, string> = {}) => {
    const sound: PostgresFacts = {
      ...{
        version: 15,
        database: 'market',
        role: 'seller',
        schema: 'public',
        bytes: 1e9,
        is_standby: 0,
        is_read_only: 0,
      },
      ...{ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
      ...{ max_connections: 100, reserved_connections: 3, otherSessions: 7, may_create: 1 },
      ...{ forbiddenTables: [], writeFailure: undefined, hasPooler: false },
    };
    return linesOf(found(judgePostgres({ ...sound, ...facts }, readConfig(values))));
  };
  tells('a PostgreSQL server', [
    [
      'a good one',
      postgres({}),
      /^ok: PostgreSQL 15[^\n]*\nok: the role [^\n]*\nok: commits [^\n]*\nok: 1 processes .* use up to 10 connections; 90 of max_connections=100 are[^\n]*$/,
    ],
    ['an old one', postgres({ version: 11 }), /problem: PostgreSQL 11.* -> Upgrade/],
    [
      'a standby',
      postgres({ is_standby: 1, is_read_only: 1 }),
      /problem: this server is a standby.* -> Lead the URL to the primary/,
    ],
    ['a read-only database', postgres({ is_read_only: 1 }), /problem: this database is read-only/],
    ['fsync off', postgres({ fsync: 'off' }), /problem: fsync .* -> Set fsync = on/],
    [
      'asynchronous commits',
      postgres({ synchronous_commit: 'off' }),
      /problem: synchronous_commit is off.* -> Set synchronous_commit = on/,
    ],
    [
      'too few connections',
      postgres({}, { DATABASE_POOL_SIZE: '30', API_PROCESSES: '2' }),
      /problem: 7 processes with DATABASE_POOL_SIZE=30 use up to 210 .* -> Set DATABASE_POOL_SIZE=12,/,
    ],
    [
      'no rights',
      postgres({ forbiddenTables: ['offer'] }),
      /problem: the role seller may not .*\(offer\) -> .*GRANT ALL ON ALL TABLES/,
    ],
    ['no schema', postgres({ schema: null }), /problem: the role seller has no schema .* -> .*CREATE SCHEMA/],
    [
      'no right to create tables',
      postgres({ may_create: 0 }),
      /note: the role seller may not create tables: run npm run migrate/,
    ],
    [
      'a full disk',
      postgres({ writeFailure: 'The disk of the data store is full.' }),
      /problem: a write fails: The disk .* -> .*disk/,
    ],
    ['a pooler', postgres({ hasPooler: true }), /note: a pooler is between/],
  ]);

  const queue = (oldestDueMs: number | undefined, isServiceRunning = true): string =>
    linesOf(deliveryCheck.judge({ hasStore: true, queue: { open: 3, oldestDueMs }, isServiceRunning }, DEFAULTS));
  tells('the queue', [
    ['nothing due', queue(undefined), /^ok: open deliveries: 3; none is overdue/],
    ['five minutes', queue(300_000), /^note: .*due for 5 minutes: the worker has more/],
    ['an hour', queue(HOUR_MS), /^problem: .*due for 60 minutes: no worker takes them -> Start a worker/],
    ['an hour, and nothing runs', queue(HOUR_MS, false), /^note: .*It sends them when it starts/],
  ]);

  const backups = (
    ageMs: number | undefined,
    values: Record<string, string> = {},
    facts: Partial<FactsOf<typeof backupCheck>> = {},
  ) => {
    const last = ageMs === undefined ? undefined : { at: '2026-11-16T00:00:00Z', folder: '/b', hasKey: true };
    return linesOf(backupCheck.judge({ last, ageMs, archive: undefined, ...facts }, readConfig(values)));
  };
  tells('backups', [
    ['none', backups(undefined), /^note: no backup .*npm run backup -- DIR/],
    [
      'none, on PostgreSQL',
      backups(undefined, { DATABASE_URL: 'postgres://a/b' }),
      /^note: .*pg_dump, then npm run backup/,
    ],
    ['of today', backups(HOUR_MS), /^ok: the last backup of the data folder is 60 minutes old \(\/b\)$/],
    ['of last week', backups(7 * DAY_MS), /^note: .* 7 days old/],
    ['of last month, of a public service', backups(30 * DAY_MS, PUBLIC), /^problem: .* 30 days old .* -> Take one/],
    [
      'an archive that fails',
      backups(HOUR_MS, {}, { archive: { isOn: true, hasFailed: true } }),
      /problem: PostgreSQL cannot archive .* -> .*archive_command/,
    ],
  ]);
});
