import { ApiError, type ListingLimitsResult } from 'marketplace-seller-sdk';
import { useState } from 'preact/hooks';
import { client } from '../../../api.ts';
import type { Marketplace } from '../../../marketplace.ts';
import { type LimitProblems, problemsBySku } from '../limit-problems.ts';
import { bodyOf, type LimitsBySku } from './wanted-limits.ts';

type SaveState = {
  readonly isBusy: boolean;
  /** What went wrong as a whole. */
  readonly error?: unknown;
  /** What the service says about fields of what was sent. */
  readonly problems: ReadonlyMap<string, LimitProblems>;
  readonly sent: LimitsBySku;
  /** What became of each listing. */
  readonly results: readonly ListingLimitsResult[];
};

export type SaveLimits = SaveState & {
  readonly save: (skus: readonly string[], typed: LimitsBySku, present: LimitsBySku) => void;
};

const NOTHING: SaveState = { isBusy: false, problems: new Map(), sent: new Map(), results: [] };

/** Saves limits of many listings in one call: all of them, or none. `onSaved` gets what became of each. */
export function useSaveLimits(
  { id: MarketplaceId, currency }: Marketplace,
  onSaved: (results: readonly ListingLimitsResult[]) => void,
): SaveLimits {
  const [state, setState] = useState<SaveState>(NOTHING);
  const run = async (skus: readonly string[], typed: LimitsBySku, present: LimitsBySku) => {
    const body = bodyOf(skus, typed, present, currency);
    if (!body) return;
    setState({ ...NOTHING, isBusy: true });
    try {
      const { payload } = await client.setManyLimits({ query: { MarketplaceId }, body });
      setState({ ...NOTHING, results: payload.Results });
      onSaved(payload.Results);
    } catch (error) {
      const problems = error instanceof ApiError ? problemsBySku(error.errors, skus) : undefined;
      setState(problems ? { ...NOTHING, problems, sent: typed } : { ...NOTHING, error });
    }
  };
  return { ...state, save: (...wanted) => void run(...wanted) };
}
