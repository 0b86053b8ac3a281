import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AuditLog } from '../../../src/audit/audit-log.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { entry } from '../../audit/filled-log.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';

const PATH = '/sellers/v4/audit';

withEnginesInTorture(`GET ${PATH}`, (engine) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  let get: (token: string, query?: string) => Promise<{ statusCode: number; body: string }>;

  before(async () => {
    provider = await startProvider();
    const auditLog = new AuditLog(await (await engine.migrated()).open());
    const guards = { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) };
    service = await startApp({ groups: pathGroupsOf({ ...bareService, auditLog }), guards });
    const mustFit = await documentedBy(service.app);
    get = async (token, query = '') => {
      const answer = await service.app.inject({ url: PATH + query, headers: { authorization: `Bearer ${token}` } });
      mustFit('GET', PATH, answer);
      return answer;
    };
    const from = 'ops-machine';
    const member = { type: 'member', id: 'm1' } as const;
    for (const one of [
      entry(1_000, { who: { type: 'user', id: 'root' }, from, operation: 'client add-account', sellerId: 'S1' }),
      entry(2_000, { details: { records: { offer: { changed: [['M1', 'S1', 'A']] } } } }),
      entry(3_000, { operation: 'client add-account', sellerId: 'S2', details: { email: 'secret@s2.example' } }),
      entry(4_000, {
        who: member,
        operation: 'grant withdrawn',
        sellerId: 'S1',
        requestId: 'r-4',
        details: { x: null },
      }),
      entry(5_000, { who: { type: 'operator', id: 'op-7' }, from, operation: 'seller disabled', sellerId: 'S1' }),
    ])
      await auditLog.append(one);
  });
  after(async () => {
    await service.app.close();
    await provider.close();
  });

  const entriesOf = async (token: string, query = '') => {
    const { statusCode, body } = await get(token, query);
    assert.equal(statusCode, 200, body);
    return JSON.parse(body) as { entries: { operation: string; entryId?: string }[]; nextToken?: string };
  };

  test("200 the seller's own entries, newest first, without people, machines and numbers of the operator", async () => {
    const { entries, ...rest } = await entriesOf('owner.of.S1');
    assert.deepEqual(rest, {});
    assert.deepEqual(
      entries.map(({ entryId, ...shown }) => ({ ...shown, hasId: typeof entryId })),
      [
        {
          ...{ time: '1970-01-01T00:00:05.000Z', who: { type: 'operator' }, operation: 'seller disabled' },
          ...{ outcome: 'done', details: { changed: 1 }, hasId: 'string' },
        },
        {
          ...{ time: '1970-01-01T00:00:04.000Z', who: { type: 'member', id: 'm1' }, from: '203.0.113.7' },
          ...{ operation: 'grant withdrawn', outcome: 'done', requestId: 'r-4', details: {}, hasId: 'string' },
        },
        {
          ...{ time: '1970-01-01T00:00:01.000Z', who: { type: 'operator' }, operation: 'client add-account' },
          ...{ outcome: 'done', details: { changed: 1 }, hasId: 'string' },
        },
      ],
    );
  });

  test('200 no seller sees the entries of another one, or changes of the market', async () => {
    const own = await entriesOf('owner.of.S2');
    assert.deepEqual(
      own.entries.map(({ operation }) => operation),
      ['client add-account'],
    );
    assert.deepEqual(await entriesOf('owner.of.S3'), { entries: [] });
    // Nothing in a query names another seller (decision 8).
    for (const query of ['?sellerId=S1', '?seller_id=S1', '?who=root'])
      assert.deepEqual(await entriesOf('owner.of.S3', query), { entries: [] });
  });

  test('200 pages by nextToken, and filters by time and operation', async () => {
    const all = (await entriesOf('owner.of.S1')).entries;
    const first = await entriesOf('owner.of.S1', '?limit=2');
    assert.deepEqual(first.entries, all.slice(0, 2));
    assert.deepEqual(await entriesOf('owner.of.S1', `?limit=2&nextToken=${first.nextToken}`), {
      entries: all.slice(2),
    });
    assert.equal((await entriesOf('owner.of.S1', '?from=1970-01-01T00:00:04Z')).entries.length, 2);
    assert.equal((await entriesOf('owner.of.S1', '?to=1970-01-01T00:00:04Z')).entries.length, 1);
    assert.equal((await entriesOf('owner.of.S1', '?operation=seller%20disabled')).entries.length, 1);
  });

  test('400 for wrong parameters, and for the nextToken of another seller', async () => {
    const { nextToken } = await entriesOf('owner.of.S1', '?limit=1');
    assert.equal((await get('owner.of.S2', `?nextToken=${nextToken}`)).statusCode, 400);
    for (const query of ['from=yesterday', 'to=1', 'limit=0', 'limit=101', 'limit=x', 'nextToken=abc', 'operation=']) {
      const { statusCode, body } = await get('owner.of.S1', `?${query}`);
      assert.equal(statusCode, 400, body);
      assert.match(body, new RegExp(query.split('=')[0] as string));
    }
  });

  test('401 without a valid token', async () => {
    assert.equal((await service.app.inject({ url: PATH })).statusCode, 401);
    assert.equal((await get('nobody')).statusCode, 401);
  });

  test('403 without the right by its name: basic rights are not enough, and neither is the operator', async () => {
    for (const token of ['for.S1', 'seller', 'delegated', 'no-rights', 'operator']) {
      const { statusCode, body } = await get(token);
      assert.equal(statusCode, 403, body);
      if (token !== 'operator') assert.match(body, /seller-api:account:read/);
    }
  });

  test('405 for every other method', async () => {
    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE'] as const) {
      const headers = { authorization: 'Bearer owner.of.S1' };
      assert.equal((await service.app.inject({ method, url: PATH, headers })).statusCode, 405);
    }
  });
});
