import assert from 'node:assert/strict';
import { AuditLog } from '../../../src/audit/audit-log.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { type MarketOptions, openMarket } from '../../../src/market/market.ts';
import { auditedLimits } from '../../../src/roles/api/audit.ts';
import type { Engine } from '../../db/engines.ts';
import { startApp } from '../../harness/app.ts';
import { bareService, importsOn } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';

export type PricingApp = Awaited<ReturnType<typeof openPricing>>;

/**
 * The pricing endpoints on an empty market, with a clock that stands still until a test sets it. Every answer is checked
 * against the OpenAPI document.
 */
export async function openPricing(engine: Engine, nowMs: number, options: MarketOptions = {}) {
  const database = await engine.migrated();
  const db = await database.open();
  const clock = { now: nowMs };
  const market = openMarket(db, () => clock.now, options);
  const provider = await startProvider();
  const { app } = await startApp({
    groups: pathGroupsOf({
      ...{ ...bareService, market, auditLog: new AuditLog(db), consoleClientId: 'console' },
      setLimits: auditedLimits(market, () => clock.now),
      imports: importsOn(db, () => clock.now),
    }),
    guards: { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) },
    logLevel: 'silent',
    readSnapshot: (work) => db.readSnapshot(work),
  });
  const mustFit = await documentedBy(app);
  const headersOf = (sellerId: string) => ({ authorization: `Bearer for.${sellerId}` });
  return {
    app,
    clock,
    market,
    db,
    /** What another connection needs to open the same database. */
    databaseConfig: database.config,
    /** A GET under /products/pricing/v4 as one seller. Values of the query are encoded; lists are repeated. */
    async get(sellerId: string, path: string, query: Record<string, string | readonly string[]> = {}) {
      const url = `/products/pricing/v4${path}`;
      const answer = await app.inject({ url, query: query as never, headers: headersOf(sellerId) });
      mustFit('GET', documentedPath(url), answer);
      return answer;
    },
    /** A POST as one seller, of a batch or of another operation of the pricing endpoints. */
    async post(sellerId: string, path: string, payload: object, prefix = '/batches/products/pricing/v4') {
      const url = `${prefix}${path}`;
      const answer = await app.inject({ method: 'POST', url, payload, headers: headersOf(sellerId) });
      mustFit('POST', url, answer);
      return answer;
    },
    /** A request under /products/pricing/v4 with this token. */
    async send(token: string, method: 'GET' | 'POST' | 'PUT', path: string, { payload, headers = {} }: Sent = {}) {
      const url = `/products/pricing/v4${path}`;
      const authorized = { ...headers, authorization: `Bearer ${token}` };
      const answer = await app.inject({ method, url, headers: authorized, ...(payload && { payload }) });
      mustFit(method, documentedPath(url), answer);
      return answer;
    },
    async close() {
      await app.close();
      await provider.close();
    },
  };
}

type Sent = { payload?: object | undefined; headers?: Record<string, string> | undefined };

const documentedPath = (url: string) =>
  url
    .replace(/\?.*$/s, '')
    .replace(/\/listings\/[^/]*\/(\w+)$/, '/listings/{SellerSKU}/$1')
    .replace(/\/priceChanges\/[^/]+/, '/priceChanges/{PriceChangeId}')
    .replace(/\/items\/[^/]*\/(\w+)$/, '/items/{storeItemId}/$1');

/** The payload of an answer, which must be a 200 with nothing but a payload. */
export function payloadOf(answer: Awaited<ReturnType<PricingApp['get']>>) {
  assert.equal(answer.statusCode, 200, answer.body);
  const body = answer.json();
  assert.deepEqual(Object.keys(body), ['payload']);
  return body.payload;
}
