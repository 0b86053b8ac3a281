import type { SellerUsageRow } from 'marketplace-seller-sdk';
import { numberText } from '../../formats.ts';

type Limit = NonNullable<SellerUsageRow['limit']>;

/** What is left of the rate limit: `84 of 120 in 60 s`, or when there is more again. */
export function leftText(limit: Limit | undefined): string {
  if (limit === undefined) return '–';
  const { left, requests, seconds, secondsLeft } = limit.sustained;
  if (left === 0 && secondsLeft !== undefined) return `none for ${numberText(secondsLeft)} s`;
  return `${numberText(left)} of ${numberText(requests)} in ${numberText(seconds)} s`;
}
