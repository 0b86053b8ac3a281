import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATOR_RIGHTS } from '../../../src/domain/authorization/operator-rights.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/duration.ts';
import type { RatePlan } from '../../../src/domain/rate-plan.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { openMarket } from '../../../src/market/market.ts';
import { UsageCounter } from '../../../src/usage/usage-counter.ts';
import { UsageReader } from '../../../src/usage/usage-reader.ts';
import { UsageWriter } from '../../../src/usage/usage-writer.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';

const OPERATOR = '/operator/v1/usage';
const SELLER = '/sellers/v4/usage';
const READER = 'operator~sellers~read';
const START = 20_000 * DAY_MS;

type Row = {
  clientId?: string;
  caller?: string;
  sellerId?: string;
  sellerName?: string;
  operation?: string;
  time?: string;
  requests: number;
  refused: number;
  statuses: { status: number; requests: number }[];
  refusals: { status: number; reason?: string; requests: number }[];
  limit?: { burst: Window; sustained: Window };
};
type Window = { requests: number; seconds: number; left: number; secondsLeft?: number };
type Page = { usage: Row[]; gaps: unknown[]; from: string; to: string; countedUntil: string; nextToken?: string };

/** Two requests of an application for each seller and 60 seconds. */
const tight = { burst: { requests: 2, seconds: 60 }, sustained: { requests: 3, seconds: 600 } };
const plan: RatePlan = { ...GENEROUS_PLAN, operations: { getSellerAudit: tight } };

withEnginesInTorture('usage by the API', (engine) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  let writer: UsageWriter;
  const nowMs = START + 12 * HOUR_MS;
  let limitMs = 1_000;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;

  before(async () => {
    provider = await startProvider();
    const db = await (await engine.migrated()).open();
    const now = () => nowMs;
    await db.run('INSERT INTO seller (seller_id, record) VALUES ($1, $2)', [
      'S1',
      JSON.stringify({ name: 'Seller One' }),
    ]);
    const counter = new UsageCounter(now);
    writer = new UsageWriter(db, counter, now);
    const limits = createRateLimits(plan, () => limitMs);
    const groups = pathGroupsOf({
      ...bareService,
      ...{ usage: new UsageReader(db, now), market: openMarket(db, now), consoleClientId: 'console' },
      leftOf: limits.leftOf,
    });
    service = await startApp({
      ...{ groups, guards: { bearer: bearerGuard(provider.identity, limits), counted: limits } },
      countUsage: (caller, answer) => counter.count(caller, answer),
    });
    // A page, which needs no token.
    await send('/openapi.json', undefined);
    await send('/sellers/v4/audit', 'seller');
    await send('/sellers/v4/audit', 'seller');
    await send('/sellers/v4/audit', 'seller');
    await send('/sellers/v4/audit', 'delegated');
    await send('/sellers/v4/audit', 'other-seller');
    await send('/sellers/v4/audit?from=x', 'owner.of.S1');
    await send('/sellers/v4/audit?from=2026-11-18', undefined);
    await send('/sellers/v4/audit', 'expired');
    await send('/sellers/v4/audit', 'operator');
    await send('/operator/v1/audit', 'seller');
    await send('/sellers/v4/nowhere/SKU-7', 'seller');
    await send('/products/fees/v4/%zz', 'seller');
    await writer.write();
    // Reads the document once in a process: it would be counted or not.
    mustFit = await documentedBy(service.app);
  });
  after(async () => {
    await service.app.close();
    await provider.close();
  });

  const send = (url: string, token: string | undefined) =>
    service.app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  const read = async (path: string, token: string, query = '') => {
    const answer = await send(`${path}?${query}`, token);
    mustFit('GET', path, answer);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json() as Page;
  };
  const brief = ({ usage }: Page) =>
    usage.map(({ clientId, caller, sellerId, operation, requests, refusals }) => [
      ...[clientId, caller, sellerId, operation].filter((one) => one !== undefined),
      requests,
      ...refusals.map(({ status, reason = '-', requests: many }) => `${many} ${status} ${reason}`),
    ]);
  const ALL = 'groupBy=client&groupBy=seller&groupBy=operation';

  test('200 every request is counted once, by caller, seller, operation, status and reason, however early it was refused', async () => {
    const page = await read(OPERATOR, READER, ALL);
    assert.deepEqual(
      brief(page).toSorted((a, b) => `${a}`.localeCompare(`${b}`)),
      [
        ['app-1', 'own', 'S1', 'getAudit', 1, '1 403 operator:market:write'],
        ['app-1', 'own', 'S1', 'getSellerAudit', 3, '2 403 seller-api:account:read', '1 429 BurstLimit'],
        ['app-1', 'own', 'S2', 'getSellerAudit', 1, '1 403 seller-api:account:read'],
        ['app-2', 'delegated', 'S1', 'getSellerAudit', 1, '1 403 seller-api:account:read'],
        ['console', 'delegated', 'S1', 'getSellerAudit', 1, '1 400 InvalidInput'],
        ['none', 'getSellerAudit', 2, '1 401 InvalidToken', '1 401 NoToken'],
        ['none', 'page', 1],
        ['none', 'unknownPath', 2, '1 400 InvalidInput', '1 404 NotFound'],
        ['op', 'own', 'getSellerAudit', 1, '1 403 seller-api:account:read'],
      ],
    );
    // No path, no SKU, no address.
    assert.doesNotMatch(JSON.stringify(page), /nowhere|SKU-7|127\.0\.0\.1|%zz/);
  });

  test('200 the busiest applications of today are one call without parameters', async () => {
    const page = await read(OPERATOR, READER);
    assert.deepEqual([page.from, page.to], ['2024-10-04T00:00:00.000Z', '2024-10-05T00:00:00.000Z']);
    assert.deepEqual(
      page.usage.slice(0, 2).map(({ clientId, caller, requests, refused }) => [clientId, caller, requests, refused]),
      [
        [undefined, 'none', 5, 4],
        ['app-1', 'own', 5, 5],
      ],
    );
    assert.deepEqual(page.usage[0]?.statuses, [
      { status: 200, requests: 1 },
      { status: 400, requests: 1 },
      { status: 401, requests: 2 },
      { status: 404, requests: 1 },
    ]);
  });

  test('200 filters by application, seller, operation and time, and pages', async () => {
    assert.deepEqual(
      brief(await read(OPERATOR, READER, 'clientId=app-1&groupBy=seller')).map((row) => row.slice(0, 2)),
      [
        ['S1', 4],
        ['S2', 1],
      ],
    );
    const bySeller = (await read(OPERATOR, READER, 'clientId=app-1&groupBy=seller')).usage;
    assert.deepEqual(
      bySeller.map(({ sellerName }) => sellerName),
      ['Seller One', undefined],
    );
    assert.equal((await read(OPERATOR, READER, 'sellerId=S2&groupBy=operation')).usage[0]?.requests, 1);
    assert.deepEqual(brief(await read(OPERATOR, READER, 'operation=getAudit')), [
      ['app-1', 'own', 1, '1 403 operator:market:write'],
    ]);
    const minutes = await read(OPERATOR, READER, 'resolution=minute&groupBy=time');
    assert.deepEqual(
      minutes.usage.map(({ time, requests }) => [time, requests]),
      [['2024-10-04T12:00:00.000Z', 13]],
    );
    assert.equal(minutes.from, '2024-10-04T11:01:00.000Z');
    assert.deepEqual(
      (await read(OPERATOR, READER, 'resolution=minute&from=2024-10-04T11:00:00Z&to=2024-10-04T12:00:00Z')).usage,
      [],
    );
    const all = await read(OPERATOR, READER, ALL);
    const paged: Row[] = [];
    for (let token: string | undefined = ''; token !== undefined; ) {
      const page: Page = await read(OPERATOR, READER, `${ALL}&limit=2${token && `&nextToken=${token}`}`);
      assert.ok(page.usage.length <= 2);
      paged.push(...page.usage);
      token = page.nextToken;
    }
    assert.deepEqual(paged, all.usage);
  });

  test('200 a time in which nothing was counted is a gap', async () => {
    const page = await read(OPERATOR, READER);
    assert.deepEqual(page.gaps, [
      { from: '2024-10-04T00:00:00.000Z', to: '2024-10-04T12:00:00.000Z', counted: 'none' },
    ]);
    assert.equal(page.countedUntil, '2024-10-04T12:00:00.000Z');
  });

  test('200 a seller reads who used its limit, what was refused and why, and what is left', async () => {
    const { usage } = await read(SELLER, 'owner.of.S1', 'operation=getSellerAudit');
    assert.deepEqual(
      usage.map(({ clientId, requests, limit }) => [clientId, requests, limit?.burst.left, limit?.sustained.left]),
      [
        ['app-1', 3, 0, 1],
        ['app-2', 1, 1, 2],
        ['console', 1, 1, 2],
      ],
    );
    assert.deepEqual(usage[0]?.limit, {
      burst: { requests: 2, seconds: 60, left: 0, secondsLeft: 60 },
      sustained: { requests: 3, seconds: 600, left: 1, secondsLeft: 600 },
    });
    limitMs += MINUTE_MS;
    const later = await read(SELLER, 'owner.of.S1', 'operation=getSellerAudit&clientId=app-1');
    assert.deepEqual(later.usage[0]?.limit?.burst, { requests: 2, seconds: 60, left: 2 });
    limitMs -= MINUTE_MS;
  });

  test('200 an application sees itself; with the right, one of the seller and the console see all, and delegated ones never', async () => {
    const clients = async (token: string, query = '') =>
      [...new Set((await read(SELLER, token, query)).usage.map(({ clientId = '' }) => clientId))].toSorted((a, b) =>
        a.localeCompare(b),
      );
    assert.deepEqual(await clients('seller'), ['app-1']);
    assert.deepEqual(await clients('delegated'), ['app-2']);
    assert.deepEqual(await clients('app-2.writes.S1'), ['app-2']);
    assert.deepEqual(await clients('own.writes.S1'), ['app-1', 'app-2', 'console']);
    assert.deepEqual(await clients('owner.of.S1'), ['app-1', 'app-2', 'console']);
    assert.deepEqual(await clients('seller', 'clientId=app-1'), ['app-1']);
    // Another seller's usage is never in it, whatever is asked.
    assert.deepEqual(await clients('owner.of.S3'), []);
    assert.deepEqual(await clients('owner.of.S3', 'sellerId=S1&clientId=app-1'), []);
    const others = await read(SELLER, 'own.writes.S2', 'groupBy=client&groupBy=operation');
    assert.deepEqual(brief(others), [['app-1', 'own', 'getSellerAudit', 1, '1 403 seller-api:account:read']]);
  });

  test('400 for parameters that are none, and for tokens of other lists', async () => {
    const refused = async (path: string, token: string, query: string) => {
      const answer = await send(`${path}?${query}`, token);
      assert.equal(answer.statusCode, 400, `${query}: ${answer.body}`);
      mustFit('GET', path, answer);
      assert.match(answer.body, new RegExp(query.split(/[=&]/)[0] as string));
    };
    const { nextToken = '' } = await read(OPERATOR, READER, `${ALL}&limit=1`);
    for (const [path, token] of [
      [OPERATOR, READER],
      [SELLER, 'owner.of.S1'],
    ] as const) {
      for (const query of [
        'groupBy=price',
        'resolution=hour',
        'limit=0',
        'limit=501',
        'from=yesterday',
        'to=1',
        'clientId=',
      ])
        await refused(path, token, query);
      for (const query of ['from=2024-10-05&to=2024-10-04', 'from=2020-01-01', 'from=2024-10-01&resolution=minute'])
        await refused(path, token, query);
      await refused(path, token, 'from=2024-10-04T01:00:00Z&resolution=minute');
      await refused(path, token, `nextToken=${nextToken}`);
      await refused(path, token, 'nextToken=abc');
    }
    await refused(OPERATOR, READER, 'from=2024-08-01');
    await refused(OPERATOR, READER, `nextToken=${nextToken}&groupBy=client`);
    assert.equal((await read(OPERATOR, READER, 'from=2024-08-01&sellerId=S1')).usage.length, 3);
    assert.equal((await read(SELLER, 'owner.of.S1', 'groupBy=client&from=2024-08-01')).usage.length, 3);
  });

  test('401 and 403: each operator right on its own, sellers, and everybody without a token', async () => {
    for (const right of OPERATOR_RIGHTS) {
      const token = right.replaceAll(':', '~');
      const { statusCode } = await send(OPERATOR, token);
      assert.equal(statusCode, right === 'operator:sellers:read' ? 200 : 403, right);
      assert.equal((await send(SELLER, token)).statusCode, 403);
    }
    for (const token of ['seller', 'delegated', 'owner.of.S1', 'own.writes.S1', 'app-2.writes.S1'])
      assert.equal((await send(OPERATOR, token)).statusCode, 403, token);
    for (const path of [OPERATOR, SELLER]) {
      assert.equal((await send(path, undefined)).statusCode, 401);
      assert.equal((await send(path, 'nobody')).statusCode, 401);
    }
    assert.equal((await send(SELLER, 'no-rights')).statusCode, 403);
  });

  test('403 an application that names others', async () => {
    for (const token of ['seller', 'delegated', 'app-2.writes.S1']) {
      const answer = await send(`${SELLER}?clientId=console`, token);
      assert.equal(answer.statusCode, 403, answer.body);
      mustFit('GET', SELLER, answer);
    }
    assert.match((await send(`${SELLER}?clientId=console`, 'seller')).body, /seller-api:account:read/);
  });
});
