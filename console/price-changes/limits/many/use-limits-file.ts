import { useState } from 'preact/hooks';
import { download } from '../../../download.ts';
import type { Marketplace } from '../../../marketplace.ts';
import { readLimitsFile, writeLimitsFile } from '../limits-file.ts';
import type { LimitName } from '../typed-limits.ts';
import { reviewOf } from './file-review.ts';
import { type EditedListing, loadAllLimits, unknownSkus } from './load-limits.ts';
import type { LimitsDraft } from './use-limits-draft.ts';
import { limitsOf } from './wanted-limits.ts';

type LimitsFileProps = {
  listings: readonly EditedListing[];
  market: Marketplace;
  draft: Pick<LimitsDraft, 'present' | 'setPresent' | 'setReview'>;
  rules: { readonly mayLoosen: boolean; readonly names: readonly LimitName[] };
};

/** Downloads limits, and begins the review of a chosen file. The limits of all listings are asked for only then. */
export function useLimitsFile({ listings, market, draft, rules }: LimitsFileProps) {
  const [error, setError] = useState<unknown>();
  const { currency } = market;
  const run = async (use: () => Promise<void>) => {
    setError(undefined);
    await use().catch(setError);
  };
  const choose = (file: File) =>
    run(async () => {
      const present = await loadAllLimits(market);
      draft.setPresent(present);
      const read = readLimitsFile(await file.text(), { ...rules, currency, present });
      const found = reviewOf(file.name, read, present, currency);
      const unknown = found.faults.length > 0 ? [] : [...(await unknownSkus(found.changed, market))];
      draft.setReview({ ...found, unknown });
    });
  const save = (which: 'shown' | 'all') =>
    run(async () => {
      const limits = which === 'all' ? await loadAllLimits(market) : draft.present;
      const skus = which === 'all' ? [...limits.keys()] : listings.map(({ sku }) => sku);
      const rows = skus.map((sku) => ({ sku, limits: limitsOf(limits, sku) }));
      download(writeLimitsFile(rows, rules.names), `limits-${market.id}.csv`);
    });
  return { error, choose, download: save };
}
