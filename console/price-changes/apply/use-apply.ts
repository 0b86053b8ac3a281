import type { PriceChangeReceipt } from 'marketplace-seller-sdk';
import { useRef, useState } from 'preact/hooks';
import { client } from '../../api.ts';
import type { Marketplace } from '../../marketplace.ts';
import { UnansweredKey } from '../unanswered-key.ts';
import type { listingsOf } from './review-rows.ts';

/** One call takes 500; smaller ones show progress. */
const CHUNK = 100;

type Wanted = ReturnType<typeof listingsOf>;
export type Bulk = { readonly wanted: Wanted; readonly isBusiness: boolean; readonly Confirm?: true };

export type Applying = {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** How many listings this run has. 0: none was begun. */
  readonly total: number;
  /** Those of the run that were answered. */
  readonly receipts: readonly PriceChangeReceipt[];
  readonly begin: (bulk: Bulk) => void;
  /** Goes on where it failed. */
  readonly goOn: () => void;
};

type State = Pick<Applying, 'isBusy' | 'error' | 'total' | 'receipts'>;

/** Changes many prices, call by call. A call that failed is repeated with its key, so no price is changed twice. */
export function useApply({ id: MarketplaceId }: Marketplace): Applying {
  const [state, setState] = useState<State>({ isBusy: false, error: undefined, total: 0, receipts: [] });
  const key = useRef(new UnansweredKey());
  const last = useRef<Bulk | undefined>(undefined);
  const run = async (bulk: Bulk, answered: readonly PriceChangeReceipt[]) => {
    const { wanted, isBusiness, Confirm } = bulk;
    last.current = bulk;
    const receipts = [...answered];
    setState({ isBusy: true, error: undefined, total: wanted.length, receipts: answered });
    try {
      while (receipts.length < wanted.length) {
        const listings = wanted.slice(receipts.length, receipts.length + CHUNK);
        const common = {
          MarketplaceId,
          ...(isBusiness && { CustomerType: 'Business' as const }),
          ...(Confirm && { Confirm }),
        };
        const body = { ...common, listings };
        const headers = { 'idempotency-key': key.current.of(body) };
        const { payload } = await client.changePrices({ body, headers });
        key.current.answered();
        receipts.push(...payload.Receipts);
        setState((before) => ({ ...before, receipts: [...receipts] }));
      }
      setState((before) => ({ ...before, isBusy: false }));
    } catch (error) {
      setState((before) => ({ ...before, isBusy: false, error }));
    }
  };
  return {
    ...state,
    begin: (bulk) => void run(bulk, []),
    goOn: () => last.current && void run(last.current, state.receipts),
  };
}
