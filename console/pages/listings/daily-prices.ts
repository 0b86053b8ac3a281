import type { ListingHistory } from 'marketplace-seller-sdk';
import { DAY_MS } from '../../duration.ts';

/** The price in the buy box at the end of each of the last days (UTC), today's last; undefined where no offer held it, or the history is unknown. */
export function dailyPrices({ Steps = [] }: ListingHistory, days: number, nowMs: number): (number | undefined)[] {
  const endOfToday = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  const prices: (number | undefined)[] = [];
  let at = 0;
  for (let day = days - 1; day >= 0; day -= 1) {
    const end = endOfToday - day * DAY_MS;
    while (at < Steps.length && Date.parse(Steps[at]?.at ?? '') < end) at += 1;
    // Steps reach to the last one before the end of the day. Before the first of them the price is unknown.
    prices.push(at === 0 ? undefined : Steps[at - 1]?.BuyBox?.LandedPrice.Amount);
  }
  return prices;
}
