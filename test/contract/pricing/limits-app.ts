import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import { OperatorKey } from '../../../src/notifications/keys/operator-key.ts';
import type { Engine } from '../../db/engines.ts';
import { documentedBy } from '../../harness/documented.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openPricing } from './pricing-app.ts';
import { NOW, workedMarket } from './worked-market.ts';

/** SKUs that are hard to write into a path, a query or a file. */
export const HARD_SKUS = ['a/b c,é', '=1+1', '-A', '@x', '+x', 'say "hi"', 'limits', 'a%2Fb', "'=1"];

type Asked = { body?: object | string; type?: string; accept?: string; marketplace?: string };

/** Limits of ACME, on the worked market with the default fees. Every answer is checked against the OpenAPI document. */
export async function openLimits(engine: Engine) {
  const pricing = await openPricing(engine, NOW, { seal: new OperatorKey('a key of the tests, long enough') });
  const hard = HARD_SKUS.map((sku) =>
    recordOf({
      ...{ kind: 'offer', marketplaceId: 'STORE_US', sellerId: 'ACME', sku, itemId: 'PAN', channel: 'SELLER' },
      ...{ condition: 'New', subCondition: 'New', listingPrice: 25, shipping: 0, quantity: 1 },
    }),
  );
  await pricing.market.writer.apply([...workedMarket(), recordOf(defaultFeeSchedule()), ...hard], { boards: 'now' });
  const mustFit = await documentedBy(pricing.app);
  const send = async (token: string, method: 'GET' | 'PUT', path: string, asked: Asked = {}) => {
    const { body, type = 'application/json', accept, marketplace = 'STORE_US' } = asked;
    const url = `/products/pricing/v4/listings${path}`;
    const answer = await pricing.app.inject({
      ...{ method, url, query: { MarketplaceId: marketplace } },
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': type }),
        ...(accept !== undefined && { accept }),
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    if (accept === undefined)
      mustFit(method, url.replace(/\/listings\/[^/]+\/limits$/, '/listings/{SellerSKU}/limits'), answer);
    return answer;
  };
  return { ...pricing, send, pathOf: (sku: string) => `/${encodeURIComponent(sku)}/limits` };
}
