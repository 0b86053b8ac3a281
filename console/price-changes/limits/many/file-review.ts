import type { LimitsFile, LimitsLine } from '../limits-file.ts';
import { changedLimits, type TypedLimits } from '../typed-limits.ts';
import { listingsText, MAX_EDITED } from './limits-choice.ts';
import { shortLabels } from './short-labels.ts';
import { changedSkus, type LimitsBySku } from './wanted-limits.ts';

/** A chosen file before it is saved. It survives a sign-in as JSON. */
export type FileReview = {
  readonly fileName: string;
  readonly lines: readonly LimitsLine[];
  /** What must be corrected first, in sentences: nothing is saved while there is something. */
  readonly faults: readonly string[];
  /** Listings that change. */
  readonly changed: readonly string[];
  /** Among them those that the seller does not have: they are left out. The service is asked about them. */
  readonly unknown: readonly string[];
};

export const typedIn = ({ lines }: Pick<FileReview, 'lines'>): LimitsBySku =>
  new Map(lines.map(({ sku, typed }) => [sku, typed]));

/** What a file would change. */
export function reviewOf(
  fileName: string,
  file: LimitsFile,
  present: LimitsBySku,
  currency: string,
): Omit<FileReview, 'unknown'> {
  const changed = changedSkus(typedIn(file), present, currency);
  const faults = file.faults.map(({ line, text }) => `Line ${line} ${text}.`);
  if (changed.length > MAX_EDITED)
    faults.push(`The file changes ${listingsText(changed.length)}, and at most ${MAX_EDITED} are saved at a time.`);
  return { fileName, lines: file.lines, faults, changed };
}

/** What changes for a listing: `Never below 20.00 → none`. */
export const changesText = (typed: TypedLimits, before: TypedLimits, currency: string): string =>
  changedLimits(typed, before, currency)
    .map((name) => `${shortLabels[name]} ${before[name] || 'none'} → ${typed[name] || 'none'}`)
    .join(', ');
