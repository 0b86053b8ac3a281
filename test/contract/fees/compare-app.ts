import assert from 'node:assert/strict';
import { demoRecords } from '../../../src/cli/demo/records.ts';
import { canadianFeeSchedule } from '../../../src/cli/fee-schedules/canada.ts';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { openMarket } from '../../../src/market/market.ts';
import type { MarketFacts } from '../../../src/market/market-facts.ts';
import type { Engine } from '../../db/engines.ts';
import { startApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';
import { recordOf } from '../../harness/record-of.ts';

export type Money = { CurrencyCode: string; Amount: number };
export type Line = { FeeType: string; Before: Money; After: Money; Difference: Money; Reasons: { Code: string }[] };
export type AtDate = {
  AsOf: string;
  Status: string;
  Schedule?: { Version: string };
  FeesEstimate?: { TotalFeesEstimate: Money };
  Error?: { Code: string; Detail: string[] };
  Difference?: { TotalDifference: Money; FeeDifferenceList: Line[] };
};
export type Comparison = { FeesEstimateIdentifier: object; EstimateList: AtDate[]; warnings?: { message: string }[] };
export type Answer = {
  payload: { AsOf: string[]; FeesComparisonList: Comparison[] };
  warnings?: { message: string; details: string }[];
};

const BASE = '/products/fees/v4';

/** Cases that the demo lacks: fees too large for a number, and a lower tax. */
const schedule = defaultFeeSchedule() as { fulfillment: { bigAndBulky: object } };
const { fulfillment } = schedule;
const oddities = [
  {
    ...schedule,
    effectiveFrom: '2028-01-01',
    fulfillment: { ...fulfillment, bigAndBulky: { ...fulfillment.bigAndBulky, perLb: 999999999999.99 } },
  },
  { ...schedule, effectiveFrom: '2029-01-01' },
  { ...canadianFeeSchedule(), effectiveFrom: '2029-01-01', version: '2029-01', taxOnFeesPct: 4 },
];

export const bySku = (IdValue: string, more: object = {}) => ({ IdType: 'SellerSKU', IdValue, ...more });
export const byItem = (IdValue: string, more: object = {}) => ({ IdType: 'StoreItemId', IdValue, ...more });
export const terms = (more: object = {}, CurrencyCode = 'USD', MarketplaceId = 'STORE_US') => ({
  FeesEstimateRequest: {
    MarketplaceId,
    PriceToEstimateFees: { ListingPrice: { CurrencyCode, Amount: 22.99 } },
    ...more,
  },
});

export type ComparisonApi = Awaited<ReturnType<typeof openComparisons>>;

/** The fee endpoints on the demo market. Every answer of a comparison is checked against the OpenAPI document. */
export async function openComparisons(engine: Engine) {
  const db = await (await engine.migrated()).open();
  const market = openMarket(db, Date.now);
  await market.writer.apply(demoRecords(Date.now()).map(recordOf), { boards: 'now' });
  await market.writer.apply(oddities.map(recordOf), { boards: 'now' });
  const reads = { count: 0 };
  countReads(market.facts, reads);
  const provider = await startProvider();
  const { app } = await startApp({
    groups: pathGroupsOf({ ...bareService, market }),
    guards: { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) },
  });
  const mustFit = await documentedBy(app);
  const post = async (path: string, payload: unknown, token = 'for.A1DEMOSELLER') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `${BASE}${path}`;
    const answer = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) });
    if (path.startsWith('/compare')) mustFit('POST', `${BASE}/compare`, answer);
    return answer;
  };
  return {
    post,
    /** Keyed reads so far. */
    reads,
    async compared(asOf: unknown, requests: unknown, query = '', more: object = {}): Promise<Answer> {
      const answer = await post(`/compare${query}`, { asOf, requests, ...more });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    },
    async close() {
      await app.close();
      await provider.close();
    },
  };
}

/** Counts the reads by key of the market's own facts. */
function countReads(facts: MarketFacts, reads: { count: number }): void {
  for (const name of ['itemForFees', 'itemsForFees', 'listingForFees', 'ownOffers'] as const) {
    const read = facts[name].bind(facts) as (...given: unknown[]) => unknown;
    const counted = (...given: unknown[]) => {
      reads.count += 1;
      return read(...given);
    };
    Object.assign(facts, { [name]: counted });
  }
}
