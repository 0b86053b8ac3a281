import type { OperatedService } from 'marketplace-seller-sdk/operator';
import { numberFormat } from '../../formats.ts';

const tenths = numberFormat({ maximumFractionDigits: 1 });

const SIZES = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `84 MB`. */
export function bytesText(bytes: number): string {
  const step = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${tenths.format(bytes / 1_000 ** step)} ${SIZES[step]}`;
}

const SPANS = [
  { seconds: 86_400, unit: 'd' },
  { seconds: 3_600, unit: 'h' },
  { seconds: 60, unit: 'min' },
] as const;

/** Shorter than can be measured. */
const LEAST_MS = 1;

/** `under 1 ms`, `12 ms`, `1.2 s`, `5 min`, `3 h`, `20 d`. */
export function spanText(seconds: number): string {
  if (seconds * 1_000 < LEAST_MS) return 'under 1 ms';
  if (seconds < 1) return `${tenths.format(seconds * 1_000)} ms`;
  const span = SPANS.find((one) => seconds >= 2 * one.seconds);
  return span === undefined ? `${tenths.format(seconds)} s` : `${Math.round(seconds / span.seconds)} ${span.unit}`;
}

const QUEUES: Readonly<Record<string, string>> = {
  deliveries: 'Notifications to send',
  events: 'Changes of the market to tell',
  boards: 'Items to rebuild',
  fees: 'Comparisons of fees',
  priceChanges: 'Price changes to confirm',
  reports: 'Reports',
  imports: 'Imports',
};

/** The service may add queues: they are shown by their names. */
export const queueText = (queue: string): string => QUEUES[queue] ?? queue;

/** Younger than this is what has only just come. */
const YOUNG_SECONDS = 1;

/** For how long the first one waits. What is sent later, such as the next attempt of a delivery, is not due before. */
export function ageText({
  queue,
  count,
  oldestSeconds,
}: Pick<OperatedService['queues'][number], 'queue' | 'count' | 'oldestSeconds'>): string {
  if (count === 0 || oldestSeconds === undefined) return '–';
  if (queue === 'deliveries' && oldestSeconds === 0) return 'none is due';
  return oldestSeconds < YOUNG_SECONDS ? 'just now' : spanText(oldestSeconds);
}
