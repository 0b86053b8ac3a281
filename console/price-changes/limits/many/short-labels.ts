import type { LimitName } from '../typed-limits.ts';

/** Above a column, and beside a field where there are no columns. */
export const shortLabels: Readonly<Record<LimitName, string>> = {
  MinimumPrice: 'Never below',
  MaximumPrice: 'Never above',
  MinimumNet: 'Net at least',
  Cost: 'Cost of one unit',
};
