// run: without coverage

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { AuditLog } from '../../src/audit/audit-log.ts';
import { keepAudit } from '../../src/audit/retention.ts';
import { defaultFeeSchedule } from '../../src/cli/fee-schedules/default.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/open.ts';
import type { AuditEntry } from '../../src/domain/audit/audit-entry.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { createLog } from '../../src/log/log.ts';
import { migrations } from '../../src/migrations/list.ts';
import { backUp, restore } from '../../src/roles/commands/backup.ts';
import { exportFiles, importFiles, seedMarket } from '../../src/roles/commands/market-data.ts';
import { migrateTables } from '../../src/roles/commands/migrate.ts';
import { move } from '../../src/roles/commands/move.ts';
import { forwardAtStart, recordStart } from '../../src/roles/start/audit-start.ts';
import { manageClients } from '../../src/roles/start/client-command.ts';
import { importsOf } from '../../src/roles/store/import-store.ts';
import { openStore, storeOf } from '../../src/roles/store/store.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { entry } from './filled-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'audit-commands-'));
after(() => rmSync(folder, { recursive: true }));
let folders = 0;
const newFolder = () => join(folder, `data-${++folders}`);

const file = join(folder, 'market.jsonl');
writeFileSync(
  file,
  [
    { kind: 'marketplace', marketplaceId: 'M1', name: 'One', countryCode: 'US', currency: 'USD', isDefault: true },
    { kind: 'item', marketplaceId: 'M1', itemId: 'I1', category: 'a-secret-category' },
    { kind: 'item', marketplaceId: 'M1' },
    { ...defaultFeeSchedule(), marketplaceId: 'M1', scheduleId: 'a-schedule' },
  ]
    .map((record) => JSON.stringify(record))
    .join('\n'),
);

/** What commands print is not for the output of the test. They print texts: bytes are what the test runner reports meanwhile. */
async function quietly<T>(work: () => Promise<T>): Promise<{ result: T; printed: string }> {
  const writes = [process.stdout.write, process.stderr.write] as const;
  let printed = '';
  const keep = (text: string | Uint8Array) => {
    if (typeof text !== 'string') return writes[0].call(process.stdout, text);
    printed += text;
    return true;
  };
  process.stdout.write = keep as never;
  process.stderr.write = keep as never;
  try {
    return { result: await work(), printed };
  } finally {
    [process.stdout.write, process.stderr.write] = writes;
  }
}

async function entriesOf(config: Config): Promise<AuditEntry[]> {
  const db = await openDb(storeOf(config));
  try {
    return (await new AuditLog(db).page({ limit: 100 })).sort((a, b) => a.number - b.number);
  } finally {
    await db.close();
  }
}

const short = ({ operation, outcome, details }: AuditEntry) => ({ operation, outcome, details });

withEnginesInTorture('commands in the audit log', (engine) => {
  const configured = async (more: Record<string, string> = {}): Promise<Config> => {
    const { databaseUrl } = (await engine.fresh()).config;
    return readConfig({ DATA_DIR: newFolder(), ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...more });
  };

  test('an import has an entry when it begins and one with its counts when it ends; a dry run has none', async () => {
    const config = await configured();
    await quietly(async () => {
      assert.equal(await importFiles(config, ['--dry-run', file, '--rejects', join(folder, 'r')]), 2);
      assert.equal(await importFiles(config, [file, '--rejects', join(folder, 'r')]), 2);
      assert.equal(await importFiles(config, ['--no-such-option']), 1);
    });
    const [migrated, begun, schedules, ended, ...others] = await entriesOf(config);
    assert.deepEqual(others, []);
    assert.ok(migrated?.operation === 'migrate');
    assert.ok((migrated.details.applied as string[]).includes('0012 audit'));
    assert.deepEqual(begun?.who, { type: 'user', id: userInfo().username });
    assert.equal(begun?.from, hostname());
    assert.deepEqual(begun && short(begun), {
      ...{ operation: 'import', outcome: 'begun', details: { files: [file] } },
    });
    assert.ok(schedules?.operation === 'changeFeeSchedules');
    assert.deepEqual([schedules.who, schedules.from], [begun?.who, begun?.from]);
    const [schedule] = schedules.details.feeSchedules as Record<string, string>[];
    assert.deepEqual(
      [schedules.details.command, schedule?.effect, schedule?.marketplaceId, schedule?.scheduleId],
      ['import', 'added', 'M1', 'a-schedule'],
    );
    const counts = { added: 3, changed: 0, unchanged: 0, removed: 0, absent: 0, rejected: 1 };
    assert.deepEqual(ended && short(ended), {
      ...{ operation: 'import', outcome: 'ended' },
      details: { imported: [{ file, ...counts }], quietMarketplaces: ['M1'], exitCode: 2 },
    });
    assert.equal(begun?.requestId, ended?.requestId);
    assert.doesNotMatch(JSON.stringify([begun, ended]), /secret-category/);
  });

  test('an import says at its end of which marketplaces sellers were not told: of one that had items they were', async () => {
    const config = await configured();
    const later = join(folder, 'later.jsonl');
    writeFileSync(later, JSON.stringify({ kind: 'item', marketplaceId: 'M1', itemId: 'I2', category: 'c' }));
    await quietly(async () => {
      await importFiles(config, [file, '--rejects', join(folder, 'r')]);
      for (const asked of [[], ['--quiet'], ['--loud']])
        assert.equal(await importFiles(config, [later, ...asked, '--rejects', join(folder, 'r')]), 0);
    });
    const imports = (await entriesOf(config)).filter(({ operation }) => operation === 'import');
    assert.deepEqual(
      imports.map(({ details: { quiet, quietMarketplaces } }) => quiet ?? quietMarketplaces),
      [undefined, ['M1'], undefined, [], true, [], false, []],
    );
  });

  test('an import stores its rejected lines where the console finds them, beside the file of the command', async () => {
    const config = await configured();
    const rejects = join(folder, 'console-rejects');
    await quietly(() => importFiles(config, [file, '--rejects', rejects]));
    const db = await openStore(config);
    try {
      const imports = importsOf(config, db, Date.now);
      const [run] = await imports.page([], undefined, 10);
      assert.deepEqual([run?.state, run?.rejectedStored, run?.fileName], ['DONE', 1, 'market.jsonl']);
      const chunks = await Array.fromAsync(imports.read(run?.id ?? '', 'rejected'));
      assert.equal(Buffer.concat(chunks).toString(), readFileSync(rejects, 'utf8'));
    } finally {
      await db.close();
    }
  });

  test('a start has an entry when a setting differs from the last start of the role, without secrets', async () => {
    const config = await configured({ OPERATOR_KEY: 'x'.repeat(40) });
    const { DATA_DIR: dataDir = '' } = config.described;
    const db = await openStore(config);
    let atMs = 1_000;
    const now = () => ++atMs;
    await recordStart(config, 'all', { db, now });
    await recordStart(config, 'all', { db, now });
    const other = readConfig({ DATA_DIR: dataDir, EVENT_DAYS: '7', SMTP_URL: 'smtp://me:hidden-word@mail.example' });
    await Promise.all([1, 2, 3].map(() => recordStart(other, 'all', { db, now })));
    await recordStart(other, 'worker', { db, now });
    await db.close();
    const starts = (await entriesOf(config)).filter(({ operation }) => operation === 'start');
    assert.equal(starts.length, 3);
    assert.deepEqual(starts[1]?.details, {
      role: 'all',
      settings: {
        ...(config.databaseUrl && { DATABASE_URL: { from: 'set', to: 'not set' } }),
        OPERATOR_KEY: { from: 'set', to: 'not set' },
        SMTP_URL: { from: 'not set', to: 'set' },
        EVENT_DAYS: { from: '30', to: '7' },
      },
    });
    assert.equal(starts[2]?.details.isFirst, true);
    assert.doesNotMatch(JSON.stringify(starts), /hidden-word|xxxxx/);
  });
});

test('a start with a changed rate plan has an entry with the digest of the file', async () => {
  const plan = join(folder, 'plan.json');
  const config = readConfig({ DATA_DIR: newFolder(), RATE_PLAN: plan });
  const db = await openStore(config);
  for (const text of ['{}', '{}', '{"default": {}}']) {
    writeFileSync(plan, text);
    await recordStart(config, 'api', { db, now: Date.now });
  }
  await recordStart(readConfig({ DATA_DIR: config.dataDir }), 'api', { db, now: Date.now });
  await db.close();
  const starts = (await entriesOf(config)).filter(({ operation }) => operation === 'start');
  assert.equal(starts.length, 3);
  const [from, to] = ['{}', '{"default": {}}'].map((text) => hash('sha256', text));
  assert.deepEqual(starts[1]?.details, { role: 'api', settings: { 'rate plan': { from, to } } });
  // What there is not is left out (decision 1).
  assert.deepEqual(starts[2]?.details, {
    role: 'api',
    settings: { RATE_PLAN: { from: plan, to: 'not set' }, 'rate plan': { from: to } },
  });
  assert.doesNotMatch(JSON.stringify(starts), /null/);
});

test('npm run migrate has an entry for each store', async () => {
  const config = readConfig({ DATA_DIR: newFolder() });
  await (await openStore(config)).close();
  const provider = await openDb({ file: join(config.dataDir, 'idp.db') });
  await migrate(provider, idpMigrations.slice(0, 1));
  await provider.close();
  const write = () => true;
  assert.equal(await migrateTables(config, [], { stdout: { write }, stderr: { write } }), 0);
  const applied = (await entriesOf(config)).map(({ details }) => details.applied);
  assert.deepEqual(
    applied,
    [migrations, idpMigrations.slice(1)].map((list) => list.map(({ name }) => name)),
  );
});

test('seed and export of the market have entries; a printed seed and a wrong call have none', async () => {
  const config = readConfig({ DATA_DIR: newFolder() });
  await quietly(async () => {
    await seedMarket(config, ['--items', '2', '--print']);
    await seedMarket(config, ['--items', 'two']);
    await seedMarket(config, ['--items', '2', '--sellers', '2']);
    await exportFiles(config, []);
    await exportFiles(config, [newFolder()]);
  });
  const entries = (await entriesOf(config)).map(({ operation, outcome }) => `${operation} ${outcome}`);
  assert.deepEqual(entries, ['migrate done', 'seed begun', 'seed ended', 'export begun', 'export ended']);
});

test('a command that fails has an entry that says so, without the message', async () => {
  const config = readConfig({ DATA_DIR: newFolder() });
  await (await openStore(config)).close();
  const target = newFolder();
  // In the place of a file that it writes.
  mkdirSync(join(target, '1-marketplaces.jsonl'), { recursive: true });
  await quietly(() => assert.rejects(exportFiles(config, [target])));
  const failed = (await entriesOf(config)).at(-1);
  assert.deepEqual([failed?.operation, failed?.outcome, failed?.details], ['export', 'failed', { error: 'Error' }]);
});

test('docs/audit.md names every change of clients and teams that the provider records', () => {
  const provider = join(import.meta.dirname, '../../src/idp');
  const source = readdirSync(provider, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(provider, name), 'utf8'))
    .join('\n');
  const operations = new Set(source.match(/(?<=')(?:client|team) [a-z -]+(?=')/g));
  assert.ok(operations.size > 20, `${operations.size} operations`);
  const documented = readFileSync(join(import.meta.dirname, '../../docs/audit.md'), 'utf8');
  assert.deepEqual(
    [...operations].filter((operation) => !documented.includes(`\`${operation}\``)),
    [],
  );
});

test('changes of clients are in the log, without secrets; those made without a store of the service arrive later', async () => {
  const config = readConfig({ DATA_DIR: newFolder(), IDP_CACHE_SECONDS: '7' });
  const { printed } = await quietly(async () => {
    assert.equal(await manageClients(config, ['add', '--operator', '--id', 'ops']), 0);
  });
  const secret = /client_secret\s+(\w+)/.exec(printed)?.[1] ?? 'none';
  const db = await openStore(config);
  await forwardAtStart(config, db, createLog('silent'));
  await forwardAtStart(config, db, createLog('silent'));
  await db.close();
  const { printed: effect } = await quietly(() =>
    manageClients(config, ['set-operator-rights', 'ops', '--rights', 'operator:support']),
  );
  assert.match(effect, /within 7 seconds not what was removed/, 'the command knows IDP_CACHE_SECONDS');
  await quietly(async () => {
    assert.equal(await manageClients(config, ['add', '--operator', '--id', 'ops']), 1, 'there is one already');
    assert.equal(await manageClients(config, ['add-account', '--email', 'anna@store.example', '--seller', 'S1']), 0);
    for (const name of ['anna@store.example', 'ops'])
      for (const command of ['disable', 'enable']) assert.equal(await manageClients(config, [command, name]), 0);
    assert.equal(await manageClients(config, ['disable', 'nobody@store.example']), 1);
    assert.equal(await manageClients(config, ['remove', 'anna@store.example']), 0);
    assert.equal(await manageClients(config, ['remove', 'ops']), 0);
    assert.equal(await manageClients(config, ['remove', 'ops']), 1);
    assert.equal(await manageClients(config, ['list']), 0);
  });
  const entries = await entriesOf(config);
  assert.deepEqual(entries.map(({ operation, details }) => ({ operation, ...details })).slice(1), [
    { operation: 'client add', id: 'ops', kind: 'operator' },
    {
      ...{ operation: 'client set-operator-rights', id: 'ops' },
      ...{ before: ['operator:market:write'], after: ['operator:support'] },
    },
    { operation: 'client add-account', email: 'anna@store.example', sellerId: 'S1' },
    { operation: 'client disable', email: 'anna@store.example', sellerId: 'S1' },
    { operation: 'client enable', email: 'anna@store.example', sellerId: 'S1' },
    { operation: 'client disable', id: 'ops' },
    { operation: 'client enable', id: 'ops' },
    { operation: 'client remove', email: 'anna@store.example', sellerId: 'S1' },
    { operation: 'client remove', id: 'ops' },
  ]);
  assert.deepEqual(new Set(entries.map(({ sellerId }) => sellerId)), new Set([undefined, 'S1']));
  assert.ok(entries.every(({ sellerId, details }) => sellerId === details.sellerId));
  assert.doesNotMatch(JSON.stringify(entries), new RegExp(secret));
});

test('backup, restore and move have entries, and the chain goes on in the moved store', async () => {
  const config = readConfig({ DATA_DIR: newFolder() });
  const [copy, target] = [newFolder(), newFolder()];
  await quietly(async () => {
    await (await openStore(config)).close();
    assert.equal(await backUp(config, [copy]), 0);
    assert.equal(await restore(config, [copy]), 0);
    assert.equal(await move(config, ['--to', target]), 0);
  });
  const moved = readConfig({ DATA_DIR: target });
  const entries = (await entriesOf(moved)).map(({ operation, outcome }) => `${operation} ${outcome}`);
  // The entry of the backup is not in the backup.
  assert.deepEqual(entries, ['migrate done', 'restore done', 'move begun', 'move ended']);
  const out = join(folder, 'audit.jsonl');
  const { printed } = await quietly(async () => assert.equal(await exportFiles(moved, ['--audit', out]), 0));
  const lines = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ number }) => number),
    [1, 2, 3, 4],
  );
  assert.equal(printed, `${out}: 4 entries, verified: 1 to 4. The last one has the digest ${lines[3].digest}\n`);
  assert.equal(statSync(out).mode & 0o077, 0, 'only its owner can read it');
});

test('an export of a log that was tampered with fails and names the entry', async () => {
  const config = readConfig({ DATA_DIR: newFolder() });
  const db = await openStore(config);
  await db.run('DROP TRIGGER audit_entry_update');
  await db.run(`UPDATE audit_entry SET who = 'somebody else'`);
  await db.close();
  const exported = quietly(() => exportFiles(config, ['--audit', join(folder, 'tampered.jsonl')]));
  await assert.rejects(exported, /Entry 1 of the audit log was changed/);
});

test('an export says which entries there are, which are gone, and whether AUDIT_DAYS would have kept them', async () => {
  const dataDir = newFolder();
  const exported = async (auditDays: string, out: string) => {
    const config = readConfig({ DATA_DIR: dataDir, AUDIT_DAYS: auditDays });
    const { printed } = await quietly(async () => assert.equal(await exportFiles(config, ['--audit', out]), 0));
    return printed;
  };
  mkdirSync(dataDir);
  const db = await openDb(storeOf(readConfig({ DATA_DIR: dataDir })));
  await migrate(db, migrations);
  const log = new AuditLog(db);
  const nowMs = Date.UTC(2024, 0, 2);
  for (const atMs of [1, 2, nowMs]) await log.append(entry(atMs));
  const by = { who: { type: 'service', id: 'worker' }, from: 'host' } as const;
  await log.seal();
  await keepAudit(db, { nowMs, days: 30, ...by });
  const { digest } = (await log.extent()) ?? assert.fail();
  const extent = `2 entries, verified: 3 to 4. The last one has the digest ${digest}`;
  await db.close();
  const gone = 'Entries up to 2 are gone: entry 4 of 2024-01-02T00:00:00.000Z says that they were older than 30 days.';
  const file = join(folder, 'removed.jsonl');
  assert.equal(await exported('30', file), `${file}: ${extent}\n${gone}\n`);
  const early = `${gone} Today's AUDIT_DAYS would keep some of them: was it lower then?`;
  for (const days of ['31', '0']) assert.equal(await exported(days, file), `${file}: ${extent}\n${early}\n`);
  // The lines, then what is told about them on standard error.
  assert.equal(await exported('30', '-'), `${readFileSync(file, 'utf8')}-: ${extent}\n${gone}\n`);
});

test('an export into a folder that does not exist fails', async () => {
  const config = readConfig({ DATA_DIR: newFolder() });
  await (await openStore(config)).close();
  const exported = quietly(() => exportFiles(config, ['--audit', join(folder, 'none', 'audit.jsonl')]));
  await assert.rejects(exported, /ENOENT.*audit\.jsonl\.part/);
});
