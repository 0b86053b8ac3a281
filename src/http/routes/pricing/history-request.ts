import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { Market } from '../../../market/market.ts';
import type { BoxKey } from '../../../market/projections/history/box-log.ts';
import type { BoxLogPosition, StepsRange } from '../../../market/projections/history/box-steps.ts';
import type { ItemHistoryQuery } from '../../../wire/market/item-history.ts';
import { readHistoryRange } from '../../../wire/pricing/history/history-range.ts';
import { DEFAULT_HISTORY_PAGE_SIZE } from '../../../wire/pricing/history/price-history.ts';
import { noItem } from '../../../wire/pricing/no-product.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { type PagedList, readPageToken, writePageToken } from '../page-token.ts';

type HistoryQuery = Static<typeof ItemHistoryQuery>;

export type AskedHistory = {
  readonly box: BoxKey;
  readonly currency: string;
  readonly observedSinceMs: number | undefined;
  /** Undefined: nothing was observed, so there are no steps. */
  readonly range: Omit<StepsRange, 'limit'> | undefined;
  readonly pageSize: number;
};

/** Which steps of which box a caller asks for. Throws a fault for a marketplace, an item or a box that does not exist. */
export async function askedHistory(market: Market, itemId: string, query: HistoryQuery): Promise<AskedHistory> {
  const { MarketplaceId: marketplaceId, pageSize = DEFAULT_HISTORY_PAGE_SIZE, nextToken } = query;
  const { currency } = checkMarketplace(marketplaceId, await market.facts.marketplaces());
  const box = boxOf(query, itemId);
  const { sinceMs, untilMs } = readHistoryRange(query, market.now());
  const after = nextToken === undefined || nextToken === '' ? undefined : readHistoryToken(box, nextToken);
  const observedSinceMs = await market.history.observedSince(box);
  if (observedSinceMs === undefined && !(await market.history.hasItem(box)))
    throw new Fault('NotFound', noItem(marketplaceId));
  const range =
    observedSinceMs === undefined ? undefined : { fromMs: Math.max(sinceMs, observedSinceMs), untilMs, after };
  return { box, currency, observedSinceMs, range, pageSize };
}

/** Throws a fault for a box that does not exist (decision 44). */
function boxOf(query: HistoryQuery, itemId: string): BoxKey {
  const { MarketplaceId: marketplaceId, ItemCondition: condition } = query;
  const { CustomerType: customer = 'Consumer', OfferType: offerType = 'B2C' } = query;
  if (customer === 'Business' || offerType === 'B2C') return { marketplaceId, itemId, condition, customer, offerType };
  throw new Fault('InvalidInput', {
    message: 'OfferType is not valid.',
    details: 'Query parameter OfferType must be B2C with CustomerType Consumer: consumers do not see business prices.',
  });
}

/** A token for the place behind which the next page of a box's history begins. */
export function writeHistoryToken(box: BoxKey, { atMs, id }: BoxLogPosition): string {
  return writePageToken(listOf(box), `${atMs}.${id}`);
}

/** Throws a fault when the token is not valid. */
function readHistoryToken(box: BoxKey, token: string): BoxLogPosition {
  return readPageToken(listOf(box), token, (position) => {
    const [, atMs, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(position) ?? [];
    return id === undefined ? undefined : { atMs: Number(atMs), id: Number(id) };
  });
}

const listOf = ({ marketplaceId, itemId, condition, customer, offerType }: BoxKey): PagedList => ({
  scope: JSON.stringify([marketplaceId, itemId, condition, customer, offerType]),
  sameParameters: ', for the same item, ItemCondition, CustomerType and OfferType',
  checksum: 'last',
});
