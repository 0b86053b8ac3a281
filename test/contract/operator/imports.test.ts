import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { AuditLog } from '../../../src/audit/audit-log.ts';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import { problemOfHead } from '../../../src/cli/import/file-head.ts';
import { OPERATOR_RIGHTS } from '../../../src/domain/authorization/operator-rights.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { claimImport } from '../../../src/imports/claim.ts';
import { CommandRun } from '../../../src/imports/command-run.ts';
import { FolderImportFiles, type ImportFiles, TableImportFiles } from '../../../src/imports/import-files.ts';
import { Imports } from '../../../src/imports/imports.ts';
import { KeptRejects } from '../../../src/imports/kept-rejects.ts';
import { keepImports } from '../../../src/imports/retention.ts';
import { runNextImport } from '../../../src/roles/worker/import-runner.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';
import { type Fixture, fixtureOn, item, marketplace, offer, type Plain, seller } from '../../market/market-fixture.ts';

const MAX_BYTES = 200_000;
const READ = 'operator~market~read';
const WRITE = 'operator~market~write';

const lines = (records: readonly Plain[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

withEngines('imports of the operator', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let fixture: Fixture;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  let folder: string;
  let files: ImportFiles;
  const stopping = new AbortController();

  before(async () => {
    fixture = await fixtureOn(await (await engine.migrated()).open());
    await fixture.take([marketplace('M1', 'USD', true), seller('S1'), item('OLD')]);
    folder = mkdtempSync(join(tmpdir(), 'imports-'));
    const { db } = fixture;
    files = db.engine === 'sqlite' ? new FolderImportFiles(join(folder, 'imports')) : new TableImportFiles(db);
    const now = () => fixture.clock.now;
    provider = await startProvider();
    service = await startApp({
      groups: pathGroupsOf({
        ...{ ...bareService, market: fixture.market, auditLog: new AuditLog(db) },
        imports: new Imports(db, {
          files,
          maxBytes: MAX_BYTES,
          now,
          problemOfHead: async (...head) => problemOfHead(...(head as Parameters<typeof problemOfHead>)),
        }),
      }),
      guards: { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) },
      logLevel: 'silent',
    });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    mustFit = await documentedBy(service.app);
  });
  after(async () => {
    await service.app.close();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const parts = (signal = stopping.signal) => ({
    ...{ db: fixture.db, market: fixture.market, files, now: () => fixture.clock.now, signal },
    ...{ maxBytes: MAX_BYTES, workFolder: join(folder, 'work'), from: 'test' },
  });
  const work = async () => {
    while (await runNextImport(parts()));
  };
  const headers = (token: string) => ({ authorization: `Bearer ${token}` });
  const upload = async (content: string | Buffer, query: Record<string, string> = {}, token = WRITE) => {
    fixture.clock.now += 1;
    const answer = await service.app.inject({
      ...{ method: 'POST', url: '/operator/v1/imports', query: { fileName: 'file.jsonl', ...query } },
      ...{ payload: content, headers: { ...headers(token), 'content-type': 'application/octet-stream' } },
    });
    mustFit('POST', '/operator/v1/imports', answer);
    return answer;
  };
  const get = async (path: string, query: Record<string, string | string[]> = {}, token = READ) => {
    const answer = await service.app.inject({
      url: `/operator/v1/imports${path}`,
      query: query as never,
      headers: headers(token),
    });
    if (!path.includes('rejected') || answer.statusCode >= 400)
      mustFit('GET', `/operator/v1/imports${path.replace(/^\/[^/]+/, '/{importId}')}`, answer);
    return answer;
  };
  const post = async (id: string, verb: 'apply' | 'cancel', token = WRITE) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: `/operator/v1/imports/${id}/${verb}`,
      headers: headers(token),
    });
    mustFit('POST', `/operator/v1/imports/{importId}/${verb}`, answer);
    return answer;
  };
  const uploaded = async (content: string | Buffer, query: Record<string, string> = {}) => {
    const answer = await upload(content, query);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().importId as string;
  };
  const stateOf = async (id: string) => (await get(`/${id}`)).json();
  const offersOf = async (sellerId: string) =>
    (await fixture.db.all('SELECT sku FROM offer WHERE seller_id = $1', [sellerId])).length;

  test('200 a file is checked without a write, then applied; rejected lines can be downloaded with reasons', async () => {
    const content = lines([
      ...[seller('S1'), seller('S9'), item('NEW'), offer('S9', 'a', 'NEW'), offer('S9', 'b', 'OLD')],
      ...[offer('S9', 'c', 'NOWHERE'), offer('S9', 'a', 'NEW'), offer('S9', '=cmd', 'NEW', { listingPrice: 'abc' })],
    ]);
    const id = await uploaded(gzipSync(content), { fileName: 'all.jsonl.gz' });
    assert.equal((await stateOf(id)).state, 'CHECK_QUEUED');
    await work();
    const checked = await stateOf(id);
    assert.deepEqual(checked.checked, { added: 4, changed: 0, unchanged: 1, removed: 0, absent: 0, rejected: 3 });
    assert.deepEqual([checked.state, checked.marketplaceIds, checked.progress.lines], ['CHECKED', ['M1'], 8]);
    assert.equal(await offersOf('S9'), 0, 'nothing is written before somebody applies it');
    const rejected = (await get(`/${id}/rejected`)).body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      rejected.map(({ line }) => line).toSorted((a: number, b: number) => a - b),
      [6, 7, 8],
    );
    assert.match(rejected.find(({ line }) => line === 6).reason, /there is no item NOWHERE/);
    const csv = (await get(`/${id}/rejected`, { format: 'CSV' })).body.split('\r\n');
    assert.equal(csv[0], 'file,line,field,reason,original');
    assert.equal(csv.length, rejected.length + 2);
    assert.equal(checked.rejectedStored, 3);

    assert.equal((await post(id, 'apply')).json().state, 'APPLY_QUEUED');
    await work();
    const done = await stateOf(id);
    assert.equal(done.state, 'DONE', JSON.stringify(done));
    assert.deepEqual(done.applied, { added: 4, changed: 0, unchanged: 1, removed: 0, absent: 0, rejected: 3 });
    assert.equal(await offersOf('S9'), 2);
    assert.equal((await post(id, 'apply')).statusCode, 409);
    assert.equal((await post(id, 'cancel')).statusCode, 409);
    const audit = await fixture.db.all<{ operation: string; outcome: string; details: string }>(
      `SELECT operation, outcome, details FROM audit_pending WHERE operation LIKE '%Import' ORDER BY entry_id`,
    );
    assert.deepEqual(
      audit.map(({ operation, outcome }) => `${operation} ${outcome}`),
      ['uploadImport done', 'applyImport begun', 'applyImport ended'],
    );
    assert.doesNotMatch(JSON.stringify(audit), /listingPrice|NOWHERE/, 'digests and counts, no contents');
    if (fixture.db.engine === 'sqlite') assert.deepEqual(readdirSync(join(folder, 'imports', id)), ['rejected']);
  });

  const spreadsheet = Buffer.from('PK\u0003\u0004 a spreadsheet');
  const refusedAtOnce: [string, string | Buffer, RegExp, string?][] = [
    ['nothing', '', /empty/],
    ['white space', ' \n\n', /white space only/],
    ['a ZIP archive', spreadsheet, /ZIP archive or a spreadsheet/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), /no text/],
    ['UTF-16', Buffer.from('kind,sellerId\n', 'utf16le'), /no text/],
    ['a web page', '<!doctype html><p>offers', /HTML or XML/],
    ['other JSON', '{"name":"package","version":"1"}', /no CSV|"kind"/],
    [
      'other CSV',
      'name,age\nme,7\n',
      /the kind of the rows is unknown: add a column "kind", set the query parameter kind, or put/,
      'people.csv',
    ],
    ['offers without their columns', 'sku\nA\n', /the header has no column/, 'offers.csv'],
    ['damaged gzip', Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(50, 7)]), /gzip data is damaged/],
    ['gzip of a ZIP archive', gzipSync(Buffer.concat([spreadsheet, Buffer.alloc(3)])), /no text|ZIP/],
    ['gzip in gzip', gzipSync(gzipSync(lines([item('X')]))), /compress it once/],
  ];

  once('400 what is no market file is refused at once, and leaves nothing', async () => {
    const count = async () => (await fixture.db.all('SELECT id FROM market_import')).length;
    const known = await count();
    for (const [what, content, reason, fileName = 'file.jsonl'] of refusedAtOnce) {
      const answer = await upload(content, { fileName });
      assert.equal(answer.statusCode, 400, `${what}: ${answer.body}`);
      assert.match(answer.json().errors[0].details, reason, what);
    }
    for (const fileName of ['', 'a\u0000b', 'x'.repeat(257)])
      assert.equal((await upload(lines([item('X')]), { fileName })).statusCode, 400, fileName);
    assert.equal((await upload(lines([item('X')]), { kind: 'people' })).statusCode, 400);
    assert.equal(await count(), known);
    if (fixture.db.engine === 'sqlite') assert.ok(readdirSync(join(folder, 'imports')).length <= known);
    else assert.equal((await files.importIds()).length, 1);
  });

  once(
    '413 a file that is too large, as it is sent; a zip bomb and a cut off file are refused by the check, and write nothing',
    async () => {
      const one = lines([item('CUT1')]);
      const many = lines(Array.from({ length: 4_000 }, (_, n) => item(`X${n}`)));
      assert.equal((await upload(many)).statusCode, 413);
      const bomb = await uploaded(gzipSync(Buffer.concat([Buffer.from(one), Buffer.alloc(30_000_000, '\n')])));
      const cut: [string | Buffer, string, RegExp][] = [
        [gzipSync(Buffer.from(many)).subarray(0, 5_000), 'cut.gz', /cut off or damaged: the gzip data is truncated/],
        [`${one}${one.slice(0, 40)}`, 'cut.jsonl', /cut off/],
        [`[${JSON.stringify(item('CUT2'))},${JSON.stringify(item('CUT3')).slice(0, 30)}`, 'cut.json', /cut off/],
        ['itemId,marketplaceId,category\nCUT4,M1,books\nCUT5,M1', 'items.csv', /cut off/],
        [lines([{ kind: 'item' }, { kind: 'nothing' }]), 'all-wrong.jsonl', /Every line is rejected/],
      ];
      const ids: [string, RegExp][] = [];
      for (const [content, fileName, reason] of cut) ids.push([await uploaded(content, { fileName }), reason]);
      await work();
      const refused = await stateOf(bomb);
      assert.equal(refused.state, 'REFUSED');
      assert.match(refused.problem, /more than 200,000 bytes after it is decompressed/);
      for (const [id, reason] of ids) {
        const { state, problem } = await stateOf(id);
        assert.equal(state, 'REFUSED', problem);
        assert.match(problem, reason);
        assert.equal((await post(id, 'apply')).statusCode, 409);
      }
      assert.deepEqual(
        await fixture.db.all("SELECT item_id FROM item WHERE item_id LIKE 'CUT%' OR item_id LIKE 'X%'"),
        [],
      );
    },
  );

  once('400 a body that breaks off leaves nothing', async () => {
    const { port } = service.app.server.address() as AddressInfo;
    const known = (await get('')).json().imports.length;
    await new Promise<void>((resolve) => {
      const sending = request({
        ...{ port, method: 'POST', path: '/operator/v1/imports?fileName=a.jsonl' },
        headers: { ...headers(WRITE), 'content-length': '1000' },
      });
      sending.on('error', () => resolve());
      sending.write(lines([item('BROKEN')]));
      setTimeout(() => sending.destroy(), 100);
    });
    const uploading = async () =>
      (await fixture.db.all("SELECT id FROM market_import WHERE state = 'UPLOADING'")).length;
    for (let waited = 0; (await uploading()) > 0 && waited < 100; waited += 1)
      await new Promise((done) => setTimeout(done, 20));
    assert.deepEqual([await uploading(), (await get('')).json().imports.length], [0, known]);
  });

  test('200 an import that a killed process left is begun again, stays quiet where it was, and changes nothing twice', async () => {
    await fixture.take([marketplace('M2', 'USD', false)]);
    const records = Array.from({ length: 40 }, (_, n) => ({ ...item(`Q${n}`), marketplaceId: 'M2' }));
    const id = await uploaded(lines(records));
    const died = await claimImport(fixture.db, fixture.clock.now);
    assert.equal(died?.phase, 'check');
    assert.equal(await runNextImport(parts()), false, 'another process has it');
    fixture.clock.now += 60_000;
    await work();
    assert.deepEqual([(await stateOf(id)).state, (await stateOf(id)).starts], ['CHECKED', 2]);
    await post(id, 'apply');
    const stopped = new AbortController();
    const left = await claimImport(fixture.db, fixture.clock.now);
    assert.equal(left?.phase, 'apply');
    await fixture.db.run('UPDATE market_import SET stocked = \'["M1"]\' WHERE id = $1', [id]);
    await fixture.take(records.slice(0, 5));
    fixture.clock.now += 60_000;
    stopped.abort();
    assert.equal(await runNextImport(parts(stopped.signal)), false);
    await work();
    const done = await stateOf(id);
    assert.deepEqual(done.applied, { added: 35, changed: 0, unchanged: 5, removed: 0, absent: 0, rejected: 0 });
    assert.equal(done.starts, 2);
    const [row] = await fixture.db.all<{ stocked: string }>('SELECT stocked FROM market_import WHERE id = $1', [id]);
    assert.equal(row?.stocked, '["M1"]', 'M2 was empty when it first began');
  });

  test('200 one import at a time is written for each marketplace; cancelled ones end', async () => {
    const ids: string[] = [];
    for (const id of ['A', 'B']) ids.push(await uploaded(lines([item(`ONE-${id}`)])));
    await work();
    for (const id of ids) await post(id, 'apply');
    const [first = '', second = ''] = ids;
    const claimed = await claimImport(fixture.db, fixture.clock.now);
    assert.equal(claimed?.run.id, first);
    assert.equal(await claimImport(fixture.db, fixture.clock.now), undefined, 'the other one waits');
    assert.equal((await post(second, 'cancel')).json().state, 'CANCELLED');
    assert.equal((await post(first, 'cancel')).json().state, 'APPLYING');
    fixture.clock.now += 60_000;
    await work();
    assert.equal((await stateOf(first)).state, 'CANCELLED');
    for (let n = 0; n < 10; n += 1) await uploaded(lines([item('N')]));
    const tooMany = await upload(lines([item('N')]));
    assert.equal(tooMany.statusCode, 409);
    assert.match(tooMany.body, /Too many imports are open/);
    for (const { importId } of (await get('', { state: ['CHECK_QUEUED'], limit: '50' })).json().imports)
      await post(importId, 'cancel');
  });

  once(
    '200 a marketplace says whether its last import lost lines; a fee schedule that one changed names who had it applied',
    async () => {
      const schedule = { ...defaultFeeSchedule(), marketplaceId: 'M1', scheduleId: 'uploaded', version: '7' };
      const id = await uploaded(lines([schedule, item('LAST'), { kind: 'item' }]), { fileName: 'night.jsonl' });
      await work();
      await post(id, 'apply', 'operator~market~write');
      await work();
      const { appliedBy, by } = await stateOf(id);
      assert.deepEqual(appliedBy, by);
      const sellersOnly = await uploaded(lines([seller('S77')]));
      await work();
      await post(sellersOnly, 'apply');
      await work();
      await uploaded(lines([item('CHECKED-ONLY')]));
      await work();
      fixture.clock.now += 1;
      const answer = await service.app.inject({ url: '/operator/v1/marketplaces', headers: headers(READ) });
      mustFit('GET', '/operator/v1/marketplaces', answer);
      const { marketplaces } = answer.json();
      const [m1] = marketplaces.filter(({ marketplaceId }: { marketplaceId: string }) => marketplaceId === 'M1');
      const { time, ...last } = m1.lastImport;
      assert.deepEqual(last, {
        ...{ importId: id, state: 'DONE', source: 'upload', fileName: 'night.jsonl', lines: 3, rejected: 1 },
      });
      assert.equal(time, (await stateOf(id)).endedTime);
      const [entry] = await fixture.db.all<{ who: string; who_type: string; details: string }>(
        `SELECT who, who_type, details FROM audit_pending WHERE operation = 'changeFeeSchedules' ORDER BY entry_id DESC`,
      );
      const { importId, feeSchedules } = JSON.parse(entry?.details ?? '{}');
      assert.deepEqual([{ type: entry?.who_type, id: entry?.who }, importId], [appliedBy, id]);
      assert.deepEqual([feeSchedules[0].effect, feeSchedules[0].version], ['added', '7']);
    },
  );

  once('200 a run of the command has its first rejected lines to download, and no path of its machine', async () => {
    const store = { db: fixture.db, now: () => fixture.clock.now, files };
    const facts = { quiet: undefined, who: { type: 'user', id: 'root' }, from: 'host' } as const;
    const begun = async (name: string) => {
      fixture.clock.now += 1;
      const run = await CommandRun.begin(store, { ...facts, files: [`/home/anna/${name}`] });
      const [{ importId }] = (await get('')).json().imports;
      return { run, id: importId as string };
    };
    const counts = { added: 1, changed: 0, unchanged: 0, removed: 0, absent: 0, rejected: 3 };
    const problem = (line: number) => ({
      text: `${JSON.stringify({ file: 'a.csv', line, field: 'sku', reason: 'is missing', original: 'ä,b' })}\n`,
      isNewLine: true,
    });
    const { run, id } = await begun('a.csv');
    await run.rejects.add([problem(2), { ...problem(2), isNewLine: false }]);
    await run.rejects.add([problem(3), problem(5)]);
    await run.end('DONE', 4, counts);
    const stored = await stateOf(id);
    assert.deepEqual([stored.fileName, stored.rejectedStored, stored.applied.rejected], ['a.csv', 3, 3]);
    assert.equal((await get(`/${id}/rejected`)).body, [2, 2, 3, 5].map((line) => problem(line).text).join(''));
    const csv = (await get(`/${id}/rejected`, { format: 'CSV' })).body.split('\r\n');
    assert.deepEqual([csv[1], csv.length], ['a.csv,2,sku,is missing,"ä,b"', 6]);

    const bounded = new KeptRejects(files, id, 2);
    await bounded.add([problem(2), { ...problem(2), isNewLine: false }, problem(3), problem(4)]);
    await bounded.add([problem(5)]);
    await bounded.end();
    assert.equal(bounded.lines, 2);
    assert.equal((await get(`/${id}/rejected`)).body, [2, 2, 3].map((line) => problem(line).text).join(''));

    // As the release before stored it.
    const old = await begun('b.csv');
    await old.run.end('DONE', 3, counts);
    await fixture.db.run('UPDATE market_import SET file_name = $2, applied = $3 WHERE id = $1', [
      ...[old.id, '/home/anna/b.csv, ../c.csv', JSON.stringify(counts)],
    ]);
    const { fileName, rejectedStored } = await stateOf(old.id);
    assert.deepEqual([fileName, rejectedStored], ['b.csv, c.csv', 0]);
    assert.equal((await get(`/${old.id}/rejected`)).body, '');
  });

  once(
    '200 the list has every import, the newest first, also runs of the command; old ones are removed with their files',
    async () => {
      const who = { who: { type: 'user', id: 'root' }, from: 'host' } as const;
      const store = { db: fixture.db, now: () => fixture.clock.now, files };
      fixture.clock.now += 1;
      const run = await CommandRun.begin(store, {
        files: ['/home/anna/a.jsonl', '-'],
        quiet: undefined,
        ...who,
      });
      await run.end('DONE', 3, { added: 1, changed: 0, unchanged: 2, removed: 0, absent: 0, rejected: 0 });
      const all = (await get('', { limit: '100' })).json().imports;
      assert.deepEqual([all[0].source, all[0].by.id, all[0].applied.added], ['command', 'root', 1]);
      assert.equal(all[0].fileName, 'a.jsonl, standard input');
      const paged: object[] = [];
      for (let nextToken: string | undefined = ''; nextToken !== undefined; ) {
        const page: { imports: object[]; nextToken?: string } = (
          await get('', { limit: '3', ...(nextToken && { nextToken }) })
        ).json();
        paged.push(...page.imports);
        ({ nextToken } = page);
      }
      assert.deepEqual(paged, all);
      assert.equal((await get('', { nextToken: 'nonsense' })).statusCode, 400);
      assert.equal((await get('/imp_0')).statusCode, 404);
      assert.equal((await get('/imp_0/rejected')).statusCode, 404);
      fixture.clock.now += 1;
      const lost = await CommandRun.begin(store, {
        files: ['b.jsonl'],
        quiet: true,
        ...who,
      });
      assert.ok(lost);
      fixture.clock.now += DAY_MS;
      await keepImports(fixture.db, files, fixture.clock.now);
      const [newest] = (await get('')).json().imports;
      assert.match(newest.problem, /The command ended before/);
      fixture.clock.now += 91 * DAY_MS;
      await keepImports(fixture.db, files, fixture.clock.now);
      assert.deepEqual([(await get('')).json().imports, await files.importIds()], [[], []]);
    },
  );

  test('403 only operator:market:write uploads, applies and cancels; reading needs operator:market:read; sellers get neither', async () => {
    const id = await uploaded(lines([item('RIGHTS')]));
    const sellers = ['seller', 'for.S1', 'owner.of.S1', 'own.writes.S1'];
    const tokens = [...OPERATOR_RIGHTS.map((right) => `operator~${right.slice(9).replaceAll(':', '~')}`), ...sellers];
    for (const token of tokens) {
      const reads = token.startsWith('operator~market~') ? 200 : 403;
      for (const path of ['', `/${id}`, `/${id}/rejected`])
        assert.equal((await get(path, {}, token)).statusCode, reads, `${token} ${path}`);
      if (token === WRITE) continue;
      assert.equal((await upload(lines([item('NO')]), {}, token)).statusCode, 403, token);
      for (const verb of ['apply', 'cancel'] as const)
        assert.equal((await post(id, verb, token)).statusCode, 403, token);
    }
    assert.equal((await post(id, 'cancel')).statusCode, 200);
  });
});
