import type { WhatIfStrategy } from 'marketplace-seller-sdk';
import { client } from '../../api.ts';
import type { Marketplace } from '../../marketplace.ts';
import type { WhatIfInputs } from './inputs.ts';
import type { Outcome } from './outcome.ts';

type Progress = (done: number) => void;

const PAGE = 100;
/** One call takes at most so many listings. */
const CHUNK = 500;

/** The SKUs of the listings that fit the filter, or the chosen ones. */
export async function askChosen(
  { skus, query, states }: Pick<WhatIfInputs, 'skus' | 'query' | 'states'>,
  { id: MarketplaceId }: Marketplace,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<readonly string[]> {
  if (skus) return skus;
  const found: string[] = [];
  const filter = { ...(query ? { query } : {}), ...(states.length > 0 ? { state: [...states] } : {}) };
  for await (const { SellerSKU } of client.listings({
    query: { MarketplaceId, pageSize: PAGE, ...filter },
    signal,
  })) {
    found.push(SellerSKU);
    if (found.length % PAGE === 0) onProgress(found.length);
  }
  return found;
}

export type Attempt = {
  readonly chosen: readonly string[];
  readonly strategy: WhatIfStrategy;
  readonly floor: number | undefined;
  readonly isBusiness: boolean;
  readonly marketplace: Marketplace;
};

/** Asks about all of them, one call after the other. Nothing is changed. */
export async function askOutcomes(
  attempt: Attempt,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<readonly Outcome[]> {
  const { chosen, strategy, floor, isBusiness, marketplace } = attempt;
  const common = {
    MarketplaceId: marketplace.id,
    strategy,
    ...(isBusiness ? { CustomerType: 'Business' as const } : {}),
    ...(floor === undefined ? {} : { floor: { CurrencyCode: marketplace.currency, Amount: floor } }),
  };
  const outcomes: Outcome[] = [];
  for (let at = 0; at < chosen.length; at += CHUNK) {
    const part = chosen.slice(at, at + CHUNK);
    const { payload } = await client.tryPrices({ body: { ...common, SellerSKUs: part }, signal });
    outcomes.push(...payload.Listings);
    onProgress(outcomes.length);
  }
  return outcomes;
}
