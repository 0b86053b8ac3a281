import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AuditLog } from '../../../src/audit/audit-log.ts';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { createLog } from '../../../src/log/log.ts';
import { openMarket } from '../../../src/market/market.ts';
import { auditedChanges, auditOf } from '../../../src/roles/api/audit.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { startProvider } from '../../harness/provider.ts';

const marketplace = {
  ...{ kind: 'marketplace', marketplaceId: 'M1', name: 'One', countryCode: 'US', currency: 'USD', isDefault: true },
};
const seller = {
  ...{ kind: 'seller', sellerId: 'S1', plan: 'Professional', feedbackRating: 95, feedbackCount: 100 },
  ...{ featuredMerchant: true, email: 'private@seller.example' },
};
const item = { kind: 'item', marketplaceId: 'M1', itemId: 'I1', category: 'books' };
const offer = (sku: string, listingPrice = 20) => ({
  ...{ kind: 'offer', marketplaceId: 'M1', sellerId: 'S1', sku, itemId: 'I1', condition: 'New', subCondition: 'New' },
  ...{ channel: 'FS', listingPrice, shipping: 0, quantity: 5 },
});
const removal = (sku: string) => ({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku });

type Entry = {
  number: number;
  time: string;
  who: { type: string; id: string };
  from: string;
  operation: string;
  outcome: string;
  requestId: string;
  details: { records?: object; feeSchedules?: { sha256: string }[] };
  digest: string;
};

withEnginesInTorture('GET /operator/v1/audit', (engine) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  let log: AuditLog;
  const startMs = Date.UTC(2026, 10, 16);
  let nowMs = startMs;

  before(async () => {
    provider = await startProvider();
    const db = await (await engine.migrated()).open();
    log = new AuditLog(db);
    const now = () => nowMs;
    const market = openMarket(db, now);
    const groups = pathGroupsOf({
      ...{ ...bareService, identity: provider.identity },
      applyStream: auditedChanges(market, now),
      ...auditOf({ db, now, log: createLog('silent') }),
    });
    const guards = { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) };
    service = await startApp({ groups, guards, trustProxy: 1 });
  });
  after(async () => {
    await service.app.close();
    await provider.close();
  });

  const post = async (records: object[], headers: Record<string, string> = {}) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/operator/v1/changes',
      headers: { authorization: 'Bearer operator', 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(records),
    });
    nowMs += 1_000;
    return answer;
  };
  const get = (query = '', headers: Record<string, string> = {}) =>
    service.app.inject({
      url: `/operator/v1/audit${query}`,
      headers: { authorization: 'Bearer operator', ...headers },
    });
  const entriesOf = async (query = '') => {
    const answer = await get(query);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().entries as Entry[];
  };

  test('200 shows who changed which records, when, and from which address', async () => {
    // The records after a marketplace are in a transaction of their own.
    await post([marketplace], { 'x-request-id': 'load-0' });
    await post([seller, item, offer('A'), offer('B')], { 'x-request-id': 'load-1' });
    await post([offer('A', 30), offer('B'), removal('B'), removal('gone'), { kind: 'offer' }], {
      ...{ 'x-request-id': 'load-2', 'x-forwarded-for': '198.51.100.1, 203.0.113.7' },
    });
    const [newest, first] = await entriesOf();
    assert.deepEqual(
      { ...newest, digest: '', entryId: '' },
      {
        ...{ number: 3, entryId: '', time: '2026-11-16T00:00:02.000Z', who: { type: 'client', id: 'op' } },
        ...{ from: '203.0.113.7', operation: 'applyChanges', outcome: 'done', requestId: 'load-2' },
        details: { records: { offer: { changed: [['M1', 'S1', 'A']], removed: [['M1', 'S1', 'B']] } } },
        digest: '',
      },
    );
    assert.deepEqual([first?.number, first?.from], [2, '127.0.0.1']);
    assert.deepEqual(Object.keys(first?.details.records ?? {}).sort(), ['item', 'offer', 'seller']);
    assert.doesNotMatch(JSON.stringify(first), /private@seller|books/, 'no contents of records');
  });

  test('200 a request that changes nothing leaves no entry', async () => {
    const before = (await entriesOf()).length;
    await post([offer('A', 30), removal('gone'), { kind: 'offer' }]);
    assert.equal((await entriesOf()).length, before);
  });

  test('200 every change of a request of many transactions is in the log', async () => {
    await post(
      Array.from({ length: 450 }, (_, n) => offer(`MANY-${n}`)),
      { 'x-request-id': 'many' },
    );
    const entries = (await entriesOf()).filter(({ requestId }) => requestId === 'many');
    const keys = entries.flatMap(
      ({ details }) => (details as { records: { offer: { added: string[][] } } }).records.offer.added,
    );
    assert.equal(new Set(keys.map(([, , sku]) => sku)).size, 450);
    assert.equal(entries.length, 3);
  });

  test('200 pages by nextToken, and filters by time, who and operation', async () => {
    const all = await entriesOf();
    assert.ok(all.length >= 5);
    const seen: number[] = [];
    let query = '?limit=2';
    for (;;) {
      const page = (await get(query)).json();
      seen.push(...page.entries.map(({ number }: Entry) => number));
      if (page.nextToken === undefined) break;
      query = `?limit=2&nextToken=${page.nextToken}`;
    }
    assert.deepEqual(
      seen,
      all.map(({ number }) => number),
    );
    assert.deepEqual(
      (await entriesOf('?to=2026-11-16T00:00:01Z')).map(({ number }) => number),
      [1],
    );
    assert.equal((await entriesOf('?from=2026-11-16T00:00:01Z')).length, all.length - 1);
    assert.equal((await entriesOf('?who=op&operation=applyChanges')).length, all.length);
    assert.deepEqual(await entriesOf('?who=somebody'), []);
    assert.deepEqual(await entriesOf('?operation=import'), []);
  });

  test('200 who changed a fee schedule is an entry of its own, with version and digest, and nothing that it charges', async () => {
    const schedule = { ...defaultFeeSchedule(), marketplaceId: 'M1', scheduleId: 'later', effectiveFrom: '2041-01-01' };
    await post([{ ...schedule, version: '1' }], { 'x-request-id': 'fees-1' });
    await post([{ ...schedule, version: '2' }, offer('A', 31)], { 'x-request-id': 'fees-2' });
    await post([{ ...schedule, version: '2' }]);
    const last = await entriesOf('?operation=changeFeeSchedules');
    const written = { marketplaceId: 'M1', effectiveFrom: '2041-01-01T00:00:00.000Z', scheduleId: 'later' };
    const digests = last.map(({ details: { feeSchedules } }) => feeSchedules?.[0]?.sha256 ?? '');
    assert.deepEqual(
      last.map(({ who, requestId, details }) => ({ who: who.id, requestId, details })),
      [
        { effect: 'changed', version: '2' },
        { effect: 'added', version: '1' },
      ].map((change, n) => ({
        ...{ who: 'op', requestId: `fees-${change.version}` },
        details: { count: 1, feeSchedules: [{ ...written, ...change, sha256: digests[n] }] },
      })),
    );
    for (const digest of digests) assert.match(digest, /^[0-9a-f]{64}$/);
    assert.notEqual(digests[0], digests[1]);
    assert.doesNotMatch(JSON.stringify(last), /percent|categories|referral/i);
    await post([{ kind: 'feeSchedule', op: 'delete', marketplaceId: 'M1', effectiveFrom: '2041-01-01' }]);
    const [removed] = await entriesOf('?operation=changeFeeSchedules');
    const { marketplaceId, effectiveFrom } = written;
    assert.deepEqual(removed?.details, {
      count: 1,
      feeSchedules: [{ effect: 'removed', marketplaceId, effectiveFrom }],
    });
  });

  test('200 gives all matching entries as JSON lines, of which the chain can be computed again', async () => {
    const all = await entriesOf('?limit=500');
    const answer = await get('?limit=1', { accept: 'application/x-ndjson' });
    assert.equal(answer.headers['content-type'], 'application/x-ndjson');
    assert.deepEqual(
      answer.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      all,
    );
    const chain: string[] = [];
    for await (const { digest } of log.verified()) chain.push(digest);
    assert.deepEqual(
      all.toSorted((a, b) => a.number - b.number).map(({ digest }) => digest),
      chain,
    );
  });

  test('200 names the first and the last entry of the log, whatever the filter, and the digest of the last', async () => {
    const all = await entriesOf('?limit=500');
    for (const query of ['', '?limit=1', '?who=somebody'])
      assert.deepEqual((await get(query)).json().chain, {
        ...{ firstNumber: 1, lastNumber: all.length, digest: all[0]?.digest },
      });
  });

  test('200 leaves out what an earlier version stored as null, and the chain holds', async () => {
    const settings = { NEW: { from: null, to: '7' }, GONE: { from: 'x', to: null } };
    const who = { type: 'user', id: 'root' } as const;
    await log.append({
      ...{ atMs: nowMs, who, from: 'host', operation: 'start', outcome: 'done', details: { role: 'api', settings } },
    });
    const [newest] = await entriesOf('?operation=start');
    assert.deepEqual(newest?.details, { role: 'api', settings: { NEW: { to: '7' }, GONE: { from: 'x' } } });
    assert.doesNotMatch((await get('', { accept: 'application/x-ndjson' })).body, /null/);
    let stored: unknown;
    for await (const { details } of log.verified()) stored = details;
    assert.deepEqual(stored, { role: 'api', settings });
  });

  for (const query of ['from=yesterday', 'to=1', 'limit=0', 'limit=501', 'limit=x', 'nextToken=abc', 'who=']) {
    test(`400 ${query}`, async () => {
      const answer = await get(`?${query}`);
      assert.equal(answer.statusCode, 400, answer.body);
      assert.match(answer.body, new RegExp(query.split('=')[0] as string));
    });
  }

  test('401 without a token', async () => {
    assert.equal((await service.app.inject({ url: '/operator/v1/audit' })).statusCode, 401);
  });

  test('403 for a seller, and the log has one entry of it, whatever the number of requests', async () => {
    const before = (await entriesOf('?limit=500')).length;
    for (let n = 0; n < 5; n += 1) {
      const answer = await service.app.inject({
        ...{ method: 'POST', url: '/operator/v1/changes', payload: '[]' },
        headers: { authorization: 'Bearer seller', 'content-type': 'application/json' },
      });
      assert.equal(answer.statusCode, 403);
    }
    assert.equal((await get('', { authorization: 'Bearer seller' })).statusCode, 403);
    const entries = await entriesOf('?limit=500');
    assert.equal(entries.length, before + 1);
    const { who, operation, outcome } = entries[0] as Entry;
    assert.deepEqual(
      { who, operation, outcome },
      {
        ...{ who: { type: 'client', id: 'app-1' }, operation: 'applyChanges', outcome: 'denied' },
      },
    );
  });

  test('405 for every other method: nothing changes or removes an entry', async () => {
    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE'] as const) {
      const answer = await service.app.inject({
        ...{ method, url: '/operator/v1/audit', headers: { authorization: 'Bearer operator' } },
      });
      assert.equal(answer.statusCode, 405);
    }
  });

  test("200 what a person sends who signed in to the operator console is the person's, and not the client's", async () => {
    const change = { ...defaultFeeSchedule(), marketplaceId: 'M1', scheduleId: 'by-a-person' };
    await post([change], { authorization: 'Bearer person~market~write' });
    const [schedules, changes] = await entriesOf('?limit=2');
    const who = { type: 'operator', id: 'olga' };
    assert.deepEqual(
      [schedules, changes].map((entry) => [entry?.operation, entry?.who]),
      [
        ['changeFeeSchedules', who],
        ['applyChanges', who],
      ],
    );
  });
});
