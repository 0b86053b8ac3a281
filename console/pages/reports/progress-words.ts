import type { Report } from 'marketplace-seller-sdk';
import { numberText } from '../../formats.ts';

/** Whether it will become another by itself. */
export const isOpen = ({ state }: Pick<Report, 'state'>): boolean => state === 'IN_QUEUE' || state === 'IN_PROGRESS';

const MEGABYTE = 1_000_000;

/** `1.2 MB`, `18 KB`. */
export function sizeText(bytes: number): string {
  if (bytes >= MEGABYTE) return `${numberText(Math.round(bytes / 100_000) / 10)} MB`;
  return `${numberText(Math.max(1, Math.round(bytes / 1_000)))} KB`;
}

/** How long it will probably take, from now on. */
export function leftText(estimatedEnd: string | undefined, nowMs: number): string {
  if (estimatedEnd === undefined) return '';
  const seconds = Math.max(1, Math.round((Date.parse(estimatedEnd) - nowMs) / 1_000));
  if (!Number.isFinite(seconds)) return '';
  return seconds < 90 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`;
}
