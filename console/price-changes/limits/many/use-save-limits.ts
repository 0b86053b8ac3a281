import { ApiError, type ListingLimitsResult } from 'marketplace-seller-sdk';
import { useState } from 'preact/hooks';
import { client } from '../../../api.ts';
import { type LimitProblems, problemsBySku } from '../limit-problems.ts';
import { type ForeignChange, foreignChanges } from './rebased-limits.ts';
import type { LimitsMarket } from './use-limits-draft.ts';
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
  /** What somebody else has saved since the limits were loaded: nothing was sent. */
  readonly foreign: readonly ForeignChange[];
};

export type SaveLimits = SaveState & {
  readonly save: (skus: readonly string[], typed: LimitsBySku, present: LimitsBySku) => void;
  readonly clear: () => void;
};

const NOTHING: SaveState = { isBusy: false, problems: new Map(), sent: new Map(), results: [], foreign: [] };

type Saving = {
  /** Asks the service what it has now, at least for the listings that are saved. */
  readonly load: () => Promise<LimitsBySku>;
  /** What somebody else has saved before this page was shown. */
  readonly meanwhile: readonly ForeignChange[];
  /** What became of each listing. */
  readonly takeSaved: (results: readonly ListingLimitsResult[]) => void;
  /** Somebody else has saved limits meanwhile: what the service has now. */
  readonly rebase: (now: LimitsBySku) => void;
};

/** Saves limits of listings in one call: all of them, or none. None when somebody else has changed them since they were loaded. */
export function useSaveLimits(market: LimitsMarket, { load, meanwhile, takeSaved, rebase }: Saving): SaveLimits {
  const { id: MarketplaceId, currency } = market;
  const [state, setState] = useState<SaveState>({ ...NOTHING, foreign: meanwhile });
  const run = async (skus: readonly string[], typed: LimitsBySku, present: LimitsBySku) => {
    const body = bodyOf(skus, typed, present, currency);
    if (!body) return;
    setState({ ...NOTHING, isBusy: true });
    try {
      const now = await load();
      const foreign = foreignChanges(skus, present, now, currency);
      if (foreign.length > 0) {
        rebase(now);
        return setState({ ...NOTHING, foreign });
      }
      const { payload } = await client.setManyLimits({ query: { MarketplaceId }, body });
      setState({ ...NOTHING, results: payload.Results });
      takeSaved(payload.Results);
    } catch (error) {
      const problems = error instanceof ApiError ? problemsBySku(error.errors, skus) : undefined;
      setState(problems ? { ...NOTHING, problems, sent: typed } : { ...NOTHING, error });
    }
  };
  return { ...state, save: (...wanted) => void run(...wanted), clear: () => setState(NOTHING) };
}
