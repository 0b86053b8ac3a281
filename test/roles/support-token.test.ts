import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SELLER_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { SUPPORT_OPERATIONS } from '../../src/domain/authorization/support-operations.ts';
import { DEMO_DESTINATIONS, DEMO_MESSAGE } from '../../src/domain/notifications/demo-ids.ts';
import { insertClient, ownApplication } from '../../src/idp/clients.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { testInTorture } from '../harness/scale.ts';
import { contentsOf, type SupportService, startSupportService } from './support-service.ts';

type Examples = { example?: unknown; examples?: Record<string, { value: unknown }> };
type Parameter = Examples & { name: string; in: 'path' | 'query' | 'header'; required?: boolean };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Examples> };
  security?: Record<string, string[]>[];
};
const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const guarded = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security = [] }]) => security.some((one) => 'sellerAuth' in one))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

const firstOf = ({ example, examples }: Examples): unknown => example ?? Object.values(examples ?? {})[0]?.value;

const SELLER = 'A1DEMOSELLER';

withEnginesInTorture('the token of a support session (decision 55)', (engine) => {
  let service: SupportService;
  let own: string;
  /** Values of parameters that only exist once something was made. */
  const made: Record<string, string> = { channelId: DEMO_DESTINATIONS.PULL, deliveryId: DEMO_MESSAGE.deliveryId };

  before(async () => {
    service = await startSupportService(engine);
    own = await service.ownToken('demoseller');
    const report = await service.call(own, '/reports/v4/reports', {
      method: 'POST',
      payload: { reportType: 'FEES', marketplaceId: 'STORE_US' },
    });
    made.reportId = report.body.reportId;
    const schedule = { reportType: 'FEES', marketplaceId: 'STORE_US', period: 'DAILY', hour: 3, timeZone: 'UTC' };
    const put = await service.call(own, '/reports/v4/schedules/nightly', { method: 'PUT', payload: schedule });
    assert.ok(put.status < 300, put.text);
    made.scheduleId = 'nightly';
    const change = await service.call(own, '/products/pricing/v4/priceChanges', {
      method: 'POST',
      payload: { MarketplaceId: 'STORE_US', strategy: { type: 'win' }, SellerSKUs: ['DEMO-SKU-26'] },
    });
    made.PriceChangeId = change.body.payload.Receipts[0].PriceChangeId;
  });
  after(() => service.close());

  /** A request with the documented example of everything that it needs. */
  function requestOf({ method, path, operation: { parameters = [], requestBody } }: (typeof guarded)[number]) {
    const sent = (name: string) => made[name] ?? firstOf(parameters.find((one) => one.name === name) ?? {});
    const query = new URLSearchParams();
    for (const one of parameters.filter((one) => one.in === 'query' && (one.required || one.name === 'Skus')))
      for (const each of [sent(one.name)].flat()) query.append(one.name, String(each));
    const url = `${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(sent(name))))}?${query}`;
    const payload = requestBody && firstOf(Object.values(requestBody.content)[0] ?? {});
    return { url, request: { method, ...(payload !== undefined && { payload }) } };
  }

  test('answers the allow list, with no cost, and is refused by every other operation; both stores hold the same as before', async () => {
    const { token } = await service.begin(SELLER);
    const before = { service: await contentsOf(service.db), idp: await contentsOf(service.idp.db) };
    service.counted.length = 0;
    let answered = 0;
    let refused = 0;
    for (const one of guarded) {
      const { operationId } = one.operation;
      const { url, request } = requestOf(one);
      const { status, text, body } = await service.call(token, url, request);
      if (SUPPORT_OPERATIONS.has(operationId)) {
        assert.equal(status, 200, `${operationId} ${url} ${text}`);
        assert.doesNotMatch(text, /"(Cost|Profit|NewProfit)"/, operationId);
        answered += 1;
      } else {
        assert.equal(status, 403, `${operationId} ${text}`);
        assert.match(text, /A support session only reads what the console shows/, operationId);
        assert.ok(body);
        refused += 1;
      }
    }
    assert.equal(answered, SUPPORT_OPERATIONS.size);
    assert.ok(refused > 40);
    assert.deepEqual(service.counted, [], 'no usage of the seller');
    assert.deepEqual({ service: await contentsOf(service.db), idp: await contentsOf(service.idp.db) }, before);
    // The same reads with a token that may see costs show some: the check above can fail.
    const { text } = await service.call(own, '/products/pricing/v4/listings/limits?MarketplaceId=STORE_US');
    assert.match(text, /"Cost"/);
  });

  test('refuses an operation that is not on the list also where a path is wrong, and takes no other method', async () => {
    const { token } = await service.begin(SELLER);
    for (const [method, url, status] of [
      ['GET', '/sellers/v4/nothing', 404],
      ['DELETE', '/sellers/v4/usage', 405],
      ['HEAD', '/sellers/v4/usage', 200],
      ['POST', '/batches/products/pricing/v4/nothing', 404],
    ] as const)
      assert.equal((await service.call(token, url, { method })).status, status, `${method} ${url}`);
  });

  test('reads no names of people and applications with the receipts of price changes, which the seller reads', async () => {
    const rights = SELLER_RIGHTS;
    const app = {
      id: 'reader',
      kind: 'seller',
      sellerId: SELLER,
      secret: 'readersecret',
      metadata: ownApplication,
    } as const;
    await insertClient(service.idp.db, { ...app, name: 'Reader', rights, createdAt: Date.now() });
    const { token } = await service.begin(SELLER);
    const url = '/products/pricing/v4/priceChanges?names=true';
    const seen = await service.call(token, url);
    assert.equal(seen.body.payload.Receipts[0].ChangedBy.ApplicationId, 'demoseller');
    assert.doesNotMatch(seen.text, /ChangedByNames/);
    assert.match(
      (await service.call(await service.ownToken('reader'), url)).text,
      /"ChangedByNames":\{"ApplicationName":"/,
    );
  });

  test('makes nobody a receiver of events, as the first look of the seller itself does', async () => {
    const rival = 'A2DEMORIVAL';
    const { token } = await service.begin(rival);
    const receivers = () => service.db.all('SELECT seller_id FROM event_receiver WHERE seller_id = $1', [rival]);
    const seen = await service.call(token, '/notifications/v4/events');
    assert.equal(seen.status, 200, seen.text);
    assert.deepEqual([seen.body.events, await receivers()], [[], []]);
    const rivals = await service.ownToken('demorival');
    assert.equal((await service.call(rivals, '/notifications/v4/events')).status, 200);
    assert.equal((await receivers()).length, 1);
  });

  test('waits for the board of an item that others rebuild, and rebuilds none itself', async () => {
    const { token } = await service.begin(SELLER);
    const url = '/products/pricing/v4/listings/DEMO-SKU-2/buyBox?MarketplaceId=STORE_US';
    const stale = () => service.db.run("UPDATE board SET valid_until = -1 WHERE item_id = 'ITEM000002'");
    assert.equal(await stale(), 2);
    const marked = await contentsOf(service.db);
    const seen = service.call(token, url);
    await sleep(200);
    assert.deepEqual(await contentsOf(service.db), marked);
    assert.equal((await service.call(own, url)).status, 200);
    assert.equal((await seen).status, 200);
  });

  testInTorture('is told to come again when nobody rebuilds the board', async () => {
    const { token } = await service.begin(SELLER);
    await service.db.run("UPDATE board SET valid_until = -1 WHERE item_id = 'ITEM000003'");
    const marked = await contentsOf(service.db);
    const seen = await service.call(token, '/products/pricing/v4/listings/DEMO-SKU-3/buyBox?MarketplaceId=STORE_US');
    assert.deepEqual([seen.status, seen.body.errors[0].message], [503, 'The market is being updated.']);
    assert.deepEqual(await contentsOf(service.db), marked);
  });

  test('is of no use the moment that the session ends, also beside requests that are on their way', async () => {
    const begun = await service.begin(SELLER);
    const { token, sessionId } = begun;
    const url = '/sellers/v4/marketplaceParticipations';
    assert.equal((await service.call(token, url)).status, 200);
    const actor = { id: service.operatorId, from: '203.0.113.9', requestId: 'r2' };
    const around = Array.from({ length: 20 }, () => service.call(token, url));
    await service.identity.operate('endSupport', { sessionId }, actor);
    const after = await Promise.all(Array.from({ length: 20 }, () => service.call(token, url)));
    assert.deepEqual(new Set(after.map(({ status }) => status)), new Set([401]));
    for (const { status } of await Promise.all(around)) assert.ok(status === 200 || status === 401);
  });

  test('is known to the service by its session: in the log, and not as a person of the seller', async () => {
    const { token, sessionId } = await service.begin(SELLER);
    const caller = await service.identity.callerOf(token);
    assert.deepEqual(
      [caller?.support, caller?.memberId, caller?.sellerId, caller?.clientId],
      [{ operatorId: service.operatorId, sessionId }, undefined, SELLER, 'operator-console'],
    );
    assert.equal(service.identity.cachedCaller(token), undefined, 'never cached');
  });
});
