import type { BoxExplanation, ItemCondition, OwnPriceStep, PriceStep } from 'marketplace-seller-sdk';
import { client } from '../../api.ts';
import { DAY_MS } from '../../duration.ts';

/** 90 days of a lively item; more would not be seen. */
const MAX_PAGES = 10;

/** The history of a buy box since a time. */
export type Known = {
  readonly steps: readonly PriceStep[];
  /** The own price of this listing; none in another condition than its own. */
  readonly ownSteps: readonly OwnPriceStep[];
  readonly sinceMs: number;
  readonly nowMs: number;
};

export async function askHistory(
  box: BoxExplanation,
  condition: ItemCondition,
  days: number,
  signal: AbortSignal,
): Promise<Known> {
  const nowMs = Date.now();
  const sinceMs = nowMs - days * DAY_MS;
  const { MarketplaceId, CustomerType, offerType, storeItemId, SellerSKU, ItemCondition: ownCondition } = box;
  const query = {
    MarketplaceId,
    ItemCondition: condition,
    CustomerType,
    ...(CustomerType === 'Business' ? { OfferType: offerType as 'B2C' | 'B2B' } : {}),
    ...(condition === ownCondition && { SellerSKU }),
    since: new Date(sinceMs).toISOString(),
    pageSize: 500,
  };
  const steps: PriceStep[] = [];
  const ownSteps: OwnPriceStep[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const more = nextToken === undefined ? {} : { nextToken };
    const { payload } = await client.getPriceHistory({ path: { storeItemId }, query: { ...query, ...more }, signal });
    steps.push(...payload.Steps);
    ownSteps.push(...(payload.OwnPrices ?? []));
    nextToken = payload.nextToken;
    if (nextToken === undefined) break;
  }
  return { steps, ownSteps, sinceMs, nowMs };
}
