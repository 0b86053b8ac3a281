// run: without coverage

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import type { OperatorClient, Pages } from '../../sdk/src/operator/index.ts';
import { GENEROUS_PLAN } from '../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../src/http/guards/rate-limit.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { accountByEmail } from '../../src/idp/accounts.ts';
import { insertPasskey } from '../../src/idp/factors/passkeys.ts';
import { insertOperator } from '../../src/idp/operator/operator-people.ts';
import { insertAttempt } from '../../src/idp/sign-in-attempts.ts';
import { TableImportFiles } from '../../src/imports/import-files.ts';
import { Imports } from '../../src/imports/imports.ts';
import { Reports } from '../../src/reports/reports.ts';
import { UsageCounter } from '../../src/usage/usage-counter.ts';
import { UsageReader } from '../../src/usage/usage-reader.ts';
import { UsageWriter } from '../../src/usage/usage-writer.ts';
import { type EventsApp, openEvents } from '../contract/events/events-app.ts';
import { onEngine } from '../db/engines.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { bareService } from '../harness/bare-service.ts';
import { startProvider } from '../harness/provider.ts';
import { freshDb, serviceClient, startTestIdp, type TestIdp } from '../idp/harness.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';
import { operatorClientOf } from './streams-client.ts';

type Paging = { query: { limit: number; nextToken?: string } };
type Loop = { token: string; run: (client: OperatorClient, paging: Paging) => Pages<unknown, { nextToken?: string }> };

const ofMarket = 'operator';
const ofSellers = 'operator~sellers~read';

/** How to page each operation with a nextToken. */
const loops: Record<string, Loop> = {
  getAudit: { token: ofMarket, run: (client, paging) => client.audit(paging) },
  explainItemOffers: {
    token: ofMarket,
    run: (client, { query: { limit: pageSize, ...query } }) =>
      client.itemOffers({ path: { storeItemId: 'PAN' }, query: { MarketplaceId: 'M1', pageSize, ...query } }) as never,
  },
  getItemHistory: {
    token: ofMarket,
    run: (client, { query: { limit: pageSize, ...query } }) =>
      client.itemHistory({
        path: { storeItemId: 'PAN' },
        query: { MarketplaceId: 'M1', ItemCondition: 'New', since: '2020-01-01', pageSize, ...query },
      }) as never,
  },
  getItemEvents: {
    token: ofMarket,
    run: (client, { query }) =>
      client.itemEvents({ path: { storeItemId: 'PAN' }, query: { MarketplaceId: 'M1', ...query } }),
  },
  getItemEventReceivers: {
    token: ofMarket,
    run: (client, { query }) =>
      client.eventReceivers({ path: { storeItemId: 'PAN', revision: 1 }, query: { MarketplaceId: 'M1', ...query } }),
  },
  searchMarket: {
    token: ofMarket,
    run: (client, { query }) => client.found({ query: { q: 'ONE', ...query } }),
  },
  listSellers: { token: ofSellers, run: (client, paging) => client.sellers(paging) },
  listMarketSellers: { token: ofSellers, run: (client, paging) => client.marketSellers(paging) },
  listPriceChangesOfSeller: {
    token: ofSellers,
    run: (client, paging) => client.sellerPriceChanges({ path: { sellerId: 'ONE0' }, ...paging }),
  },
  listReportsOfSeller: {
    token: ofSellers,
    run: (client, paging) => client.sellerReports({ path: { sellerId: 'ONE0' }, ...paging }),
  },
  listSupportSessions: { token: 'person~support', run: (client, paging) => client.supportSessions(paging) },
  listApplications: { token: ofSellers, run: (client, paging) => client.applications(paging) },
  listSignIns: { token: ofSellers, run: (client, paging) => client.signIns(paging) },
  listFactorHelp: { token: ofSellers, run: (client, paging) => client.factorHelp(paging) },
  getUsage: { token: ofSellers, run: (client, paging) => client.usage(paging) },
  listDestinationsOfSellers: {
    token: ofSellers,
    run: (client, paging) => client.destinations(paging),
  },
  listDeliveriesOfSellers: {
    token: ofSellers,
    run: (client, { query }) => client.deliveries({ query: { sellerId: 'ONE0', ...query } }),
  },
  listEventsOfSeller: {
    token: ofSellers,
    run: (client, paging) => client.sellerEvents({ path: { sellerId: 'ONE0' }, ...paging }),
  },
  listImports: { token: ofMarket, run: (client, paging) => client.imports(paging) },
  listOperators: { token: 'operator~admin', run: (client, paging) => client.operators(paging) },
};

type Operation = { operationId: string; parameters?: { name: string }[] };

test("every operation of the operator with a nextToken has a loop in the operator's client", () => {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const paged = Object.entries(paths)
    .filter(([path]) => path.startsWith('/operator/'))
    .flatMap(([, methods]) => Object.values(methods))
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'nextToken'))
    .map(({ operationId }) => operationId);
  assert.deepEqual(Object.keys(loops).toSorted(), paged.toSorted());
});

onEngine('sqlite', "the loops of the operator's client", (engine) => {
  let idp: TestIdp;
  let tokens: Awaited<ReturnType<typeof startProvider>>;
  let own: ReturnType<typeof createIdentity>;
  let api: EventsApp;
  let service: TestApp;
  let baseUrl: string;

  before(async () => {
    api = await openEvents(engine, { priceChanges: 'direct' });
    const { auditLog, notifications, market } = api;
    const sellers = Array.from({ length: 4 }, (_, n) => `ONE${n}`);
    await api.apply([marketplace('M1', 'USD', true), item('PAN'), ...sellers.map((id) => seller(id))]);
    for (const id of sellers)
      await api.post(id, '/notifications/v4/destinations', { pullConfig: {}, windowSeconds: 0 });
    for (const [n, id] of sellers.entries()) {
      api.clock.now += 60_000;
      await api.apply([offer(id, 'sku', 'PAN', { listingPrice: 20 - n })]);
    }
    await api.dispatch();
    for (const Amount of [15, 16]) {
      const strategy = { type: 'setTo', price: { CurrencyCode: 'USD', Amount } };
      const answer = await api.app.inject({
        ...{ method: 'POST', url: '/products/pricing/v4/priceChanges' },
        headers: { authorization: 'Bearer with~pricing-write.recent.ONE0' },
        payload: { MarketplaceId: 'M1', strategy, SellerSKUs: ['sku'] },
      });
      assert.equal(answer.statusCode, 200, answer.body);
    }
    for (let n = 0; n < 5; n += 1)
      await auditLog.append({
        ...{ atMs: 1_000 + n, who: { type: 'user', id: 'root' }, from: '203.0.113.7', operation: `change ${n}` },
        ...{ outcome: 'done', details: {} },
      });
    const now = () => api.clock.now;
    const imports = new Imports(api.db, {
      ...{ files: new TableImportFiles(api.db), maxBytes: 1_000, now, problemOfHead: async () => undefined },
    });
    for (const fileName of ['a', 'b']) {
      const caller = { who: { type: 'client', id: 'app' }, from: '203.0.113.7', requestId: 'r' } as const;
      await imports.upload(Readable.from([Buffer.from('{}')]), { fileName, kind: undefined, quiet: undefined }, caller);
    }
    const counter = new UsageCounter(now);
    for (let n = 0; n < 5; n += 1)
      counter.count(
        { clientId: `app${n}`, sellerId: 'ONE', grant: 'own', rights: new Set<never>() },
        { operation: 'op', status: 200, reason: '', durationMs: n },
      );
    await new UsageWriter(api.db, counter, now).end();

    const reports = new Reports(api.db, { now, stores: [] });
    for (const type of ['EVENTS', 'DELIVERIES'] as const) {
      const asked = {
        sellerId: 'ONE0',
        clientId: 'app',
        marketplaceIds: ['M1'],
        format: 'JSONL',
        parameters: {},
      } as const;
      assert.ok('report' in (await reports.create({ ...asked, type } as never)));
    }

    idp = await startTestIdp(await freshDb(engine));
    tokens = await startProvider();
    const introspection = { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' } as const;
    own = createIdentity({ issuer: idp.issuer, introspection });
    const identity = { ...tokens.identity, operate: own.operate };
    service = await startApp({
      groups: pathGroupsOf({
        ...{ ...bareService, identity, auditLog, market, notifications, imports, reports },
        usage: new UsageReader(api.db, now),
      }),
      guards: { bearer: bearerGuard(tokens.identity, createRateLimits(GENEROUS_PLAN)) },
    });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
    await addPeople();
  });
  after(async () => {
    await Promise.all([service.app.close(), api.close(), own.close(), tokens.close()]);
    await idp.close();
  });

  async function addPeople() {
    const admin = operatorClientOf(baseUrl, 'person~admin');
    for (const name of ['olga', 'otto', 'oda'])
      await admin.inviteOperator({ body: { email: `${name}@market.example`, rights: ['operator:admin'] } });
    const helping = { id: 'olga', email: 'support@market.example', passwordHash: 'x', createdAt: 1 };
    await idp.db.transaction((tx) => insertOperator(tx, helping, ['operator:support']));
    // What is made of an Idempotency-Key may begin like this.
    const oddId = { ...helping, id: '-odd', email: 'odd@market.example' };
    await idp.db.transaction((tx) => insertOperator(tx, oddId, ['operator:support']));
    const support = operatorClientOf(baseUrl, 'person~support');
    for (const reason of ['Webhooks do not arrive.', 'They do again.'])
      await support.beginSupportSession({ body: { sellerId: 'A1DEMOSELLER', reason } });
    const helper = operatorClientOf(baseUrl, 'person~sellers~write');
    for (const email of ['demo@store.example', 'rival@store.example']) {
      const accountId = (await accountByEmail(idp.db, email))?.id ?? '';
      const facts = { accountId, outcome: 'signed in', device: 'Firefox on Linux', address: '192.0.2.7' } as const;
      for (const atMs of [1_000, 2_000]) await insertAttempt(idp.db, { ...facts, atMs });
      const key = { name: 'Key', publicKey: 'AA', signCount: 0, transports: [], createdAt: 1 };
      await insertPasskey(idp.db, { ...key, id: email, accountId });
      await helper.helpWithFactors({ path: { accountId }, body: {} });
    }
  }

  for (const [operation, { token, run }] of Object.entries(loops))
    test(`${operation}: all elements in any size of pages, and on from a token`, async () => {
      const client = operatorClientOf(baseUrl, token);
      const whole = await Array.fromAsync(run(client, { query: { limit: 50 } }));
      assert.ok(whole.length >= 2, `${whole.length}`);
      assert.deepEqual(await Array.fromAsync(run(client, { query: { limit: 1 } })), whole);
      const [first] = await Array.fromAsync(run(client, { query: { limit: 1 } }).pages());
      const { nextToken = '' } = { ...first, ...(first as { payload?: object }).payload };
      assert.deepEqual(await Array.fromAsync(run(client, { query: { limit: 50, nextToken } })), whole.slice(1));
    });
});
