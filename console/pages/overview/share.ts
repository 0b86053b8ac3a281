import type { SellerShareDay } from 'marketplace-seller-sdk';
import { DAY_MS } from '../../duration.ts';

export type ShareFigures = {
  /** The share of today so far. Undefined when the seller had nothing on sale. */
  readonly today: number | undefined;
  /** The share of the seven days before today, as one time. */
  readonly week: number | undefined;
  /** In percentage points, to one decimal: what the two rounded figures differ by. */
  readonly difference: number | undefined;
  /** Oldest first, without gaps: today and up to 13 days before, at least the week. Days before observation began have no share. */
  readonly days: readonly { readonly date: string; readonly share: number | undefined }[];
};

const WEEK = 7;
/** Days before today that are shown. */
const SHOWN = 13;

/** In percent, to one decimal. */
const percentOf = (share: number) => Math.round(share * 1_000) / 10;

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The first day to ask for. */
export const firstDate = (nowMs: number): string => dateOf(nowMs - SHOWN * DAY_MS);

/** What the answer says about today and the week before. Days are those of UTC, as the service counts them. */
export function shareFigures(known: readonly SellerShareDay[], nowMs: number): ShareFigures {
  const byDate = new Map(known.map((day) => [day.Date, day]));
  const dates = Array.from({ length: SHOWN + 1 }, (_, n) => dateOf(nowMs - (SHOWN - n) * DAY_MS));
  const firstKnown = dates.findIndex((date) => byDate.has(date));
  const today = byDate.get(dates.at(-1) ?? '')?.Share;
  const before = dates.slice(-1 - WEEK, -1).flatMap((date) => byDate.get(date) ?? []);
  const week = shareOf(before);
  return {
    today,
    week,
    difference:
      today === undefined || week === undefined
        ? undefined
        : Math.round((percentOf(today) - percentOf(week)) * 10) / 10,
    days: dates
      .map((date) => ({ date, share: byDate.get(date)?.Share }))
      .slice(firstKnown === -1 ? SHOWN - WEEK : Math.min(firstKnown, SHOWN - WEEK)),
  };
}

/** A day with twice the listings counts twice: times are added up, shares are not. */
function shareOf(days: readonly SellerShareDay[]): number | undefined {
  const sum = (value: (day: SellerShareDay) => number) => days.reduce((total, day) => total + value(day), 0);
  const onSale = sum((day) => day.OnSaleMilliseconds);
  return onSale === 0 ? undefined : sum((day) => day.HeldMilliseconds) / onSale;
}
