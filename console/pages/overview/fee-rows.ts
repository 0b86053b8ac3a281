import type { FeeChangedEvent, FeePromotionEvent, ListedEvent } from 'marketplace-seller-sdk';
import { DAY_MS } from '../../duration.ts';
import { feeChangeSummary, promotionSummary } from '../events/fee-summary.ts';
import type { Formats } from '../events/summary-parts.ts';
import type { Row } from './rows.ts';

/** What has begun or ended stays for so long. */
const NEWS_MS = 7 * DAY_MS;

export const isFeeEvent = (event: ListedEvent): event is FeeChangedEvent | FeePromotionEvent =>
  event.type === 'FEE_CHANGED' || event.type === 'FEE_PROMOTION';

/** Fee changes ahead, the nearest first, then promotions that began or ended within days. Each shows its latest event. */
export function feeRows(events: readonly ListedEvent[], nowMs: number, formats: Formats): Row[] {
  const changes = new Map<string, FeeChangedEvent>();
  const promotions = new Map<string, FeePromotionEvent>();
  for (const event of events.toSorted((one, other) => Number(one.sequence) - Number(other.sequence))) {
    // An event with the same time corrects the one before.
    if (event.type === 'FEE_CHANGED') changes.set(`${event.data.scheduleId} ${event.data.EffectiveFrom}`, event);
    if (event.type === 'FEE_PROMOTION') promotions.set(event.data.PromotionId, event);
  }
  const isNews = (at: string) => nowMs - Date.parse(at) < NEWS_MS;
  return [
    ...[...changes.values()]
      .filter(({ data }) => data.ListingCount > 0 && isNews(data.EffectiveFrom))
      .toSorted((one, other) => Date.parse(one.data.EffectiveFrom) - Date.parse(other.data.EffectiveFrom))
      .map((event) => changeRow(event, nowMs, formats)),
    ...[...promotions.values()]
      .filter(({ time }) => isNews(time))
      .toReversed()
      .map((event) => promotionRow(event, formats)),
  ];
}

function changeRow(event: FeeChangedEvent, nowMs: number, formats: Formats): Row {
  const { EffectiveFrom, Largest, scheduleId } = event.data;
  const { text, tone } = feeChangeSummary(event, formats);
  const days = Math.ceil((Date.parse(EffectiveFrom) - nowMs) / DAY_MS);
  const when = days <= 0 ? 'Fees have changed' : `Fees change in ${days} day${days === 1 ? '' : 's'}`;
  return {
    key: `${scheduleId} ${EffectiveFrom}`,
    icon: 'fees',
    tone: tone === 'good' ? 'good' : 'warn',
    title: when,
    text,
    word: 'Fee change',
    path: feesPath(Largest[0]?.SellerSKU, EffectiveFrom.slice(0, 10)),
  };
}

function promotionRow(event: FeePromotionEvent, formats: Formats): Row {
  const { PromotionId, Listings, Change } = event.data;
  const { headline, text, tone } = promotionSummary(event, formats);
  return {
    key: PromotionId,
    icon: 'fees',
    tone: tone === 'good' ? 'good' : 'warn',
    title: headline,
    text,
    word: Change === 'ENDS' ? 'Ended' : 'Promotion',
    at: event.time,
    path: feesPath(Listings[0]?.SellerSKU),
  };
}

/** The page of fees with the listing that is affected most, and the day to compare with. */
function feesPath(sku: string | undefined, date?: string): string {
  const query = new URLSearchParams({
    ...(sku === undefined ? {} : { id: sku }),
    ...(date === undefined ? {} : { date }),
  });
  return query.size === 0 ? '/fees' : `/fees?${query}`;
}
