import { DAY_MS } from '../duration.ts';

/** The busiest: more rows than that say nothing more. */
export const USAGE_ROWS = 100;

/** Whole UTC days and minutes, as the service counts them: the last 60 minutes, 7 days, or else today. */
export function periodQuery(period: string): { resolution?: 'minute'; from?: string; to?: string } {
  if (period === 'hour') return { resolution: 'minute' };
  if (period !== 'week') return {};
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return { from: new Date(today - 6 * DAY_MS).toISOString(), to: new Date(today + DAY_MS).toISOString() };
}
