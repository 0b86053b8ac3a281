import assert from 'node:assert/strict';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import type { MarketOptions } from '../../../src/market/market.ts';
import type { Engine } from '../../db/engines.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openPricing } from './pricing-app.ts';
import { NOW, workedMarket } from './worked-market.ts';

export type Money = { CurrencyCode: string; Amount: number };
type Terms = {
  ListingPrice: Money;
  Shipping?: Money;
  LandedPrice?: Money;
  BusinessPrice?: Money;
  quantityDiscountPrices: { quantityTier: number; listingPrice: Money }[];
};
export type Receipt = {
  PriceChangeId: string;
  SellerSKU: string;
  State: string;
  TermsRevision?: number;
  Asked: object;
  TermsBefore?: Terms;
  TermsAfter?: Terms;
  ChangedBy: { Kind: string; ApplicationId?: string; MemberId?: string };
  RequestId?: string;
  Result?: { IsBuyBoxWinner: boolean; Reason: string; AfterFees: { Net?: Money }; CompetingLandedPrice?: Money };
  Rejection?: { Code: string; Reason: string; Limit?: unknown; Actual?: unknown; Unit?: string };
};
type Headers = Record<string, string>;

export const usd = (Amount: number): Money => ({ CurrencyCode: 'USD', Amount });
export const setTo = (amount: number) => ({ type: 'setTo', price: usd(amount) });

export type PriceChangesApp = Awaited<ReturnType<typeof openPriceChanges>>;

/** The pricing endpoints on the worked market, where sellers may change prices. */
export async function openPriceChanges(engine: Engine, options: MarketOptions = { priceChanges: 'direct' }) {
  const pricing = await openPricing(engine, NOW, options);
  await pricing.market.writer.apply([...workedMarket(), recordOf(defaultFeeSchedule())], { boards: 'now' });
  const ask = (token: string, body: object, headers?: Headers) =>
    pricing.send(token, 'POST', '/priceChanges', { payload: { MarketplaceId: 'STORE_US', ...body }, headers });
  return {
    ...pricing,
    /** The answer to a call, whatever its status is. */
    ask,
    /** The receipts of a call that must succeed. */
    async change(token: string, body: object, headers?: Headers): Promise<Receipt[]> {
      const answer = await ask(token, body, headers);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().payload.Receipts;
    },
    /** The receipt of one change, a millisecond after everything before: receipts are in the order of their times. */
    async one(token: string, sku: string, more: object): Promise<Receipt> {
      pricing.clock.now += 1;
      const { Confirm = true, ...element } = more as { Confirm?: boolean };
      const answer = await ask(token, { listings: [{ SellerSKU: sku, Confirm, ...element }] });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().payload.Receipts[0];
    },
    undo: (token: string, id: string, headers?: Headers) =>
      pricing.send(token, 'POST', `/priceChanges/${encodeURIComponent(id)}/undo`, { payload: {}, headers }),
    receipt: (token: string, id: string) => pricing.send(token, 'GET', `/priceChanges/${encodeURIComponent(id)}`),
    async explained(token: string, sku: string) {
      const path = `/listings/${encodeURIComponent(sku)}/buyBox?MarketplaceId=STORE_US`;
      const answer = await pricing.send(token, 'GET', path);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().payload;
    },
  };
}
