import type { MarketSeller } from 'marketplace-seller-sdk/operator';
import { numberText, percentText } from '../../formats.ts';

/** All listings of a seller, in every marketplace and state. A count that ended at its bound says so. */
export function listingsText({ markets }: MarketSeller): string {
  const counts = markets.flatMap(({ listings }) => listings);
  const isExact = counts.every((count) => count.isExact);
  return `${isExact ? '' : 'more than '}${numberText(counts.reduce((sum, { count }) => sum + count, 0))}`;
}

/** How many listings are in this state. */
export const listingsIn = ({ markets }: MarketSeller, state: string): number =>
  markets.flatMap(({ listings }) => listings).reduce((sum, each) => sum + (each.state === state ? each.count : 0), 0);

/** The share of the buy boxes in each marketplace where it is known: `62% STORE_US`. */
export const shareText = ({ markets }: MarketSeller): string =>
  markets
    .flatMap(({ marketplaceId, buyBoxShare }) =>
      buyBoxShare === undefined ? [] : [`${percentText(Math.round(buyBoxShare * 100))} ${marketplaceId}`],
    )
    .join(', ');

/** How many destinations there are, and how many fail. */
export function destinationsText({ destinations: { byStatus, failing } }: MarketSeller): string {
  const all = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  return failing === 0 ? numberText(all) : `${numberText(failing)} of ${numberText(all)} fail`;
}
