import type { PriceChangeReceipt } from 'marketplace-seller-sdk';
import { useRef, useState } from 'preact/hooks';
import { client } from '../api.ts';
import { type Outcomes, useOutcomes } from './outcomes/use-outcomes.ts';
import { UnansweredKey } from './unanswered-key.ts';

type KeyHeaders = { readonly 'idempotency-key': string };

/** One request for a change. */
export type ChangeRequest = {
  /** What is asked for: the same text has the same key until it is answered. */
  readonly about: unknown;
  readonly send: (confirm: { Confirm?: true }, headers: KeyHeaders) => Promise<PriceChangeReceipt>;
};

export type Change = {
  readonly isBusy: boolean;
  /** The receipt of the last change that was answered, as it is now. */
  readonly receipt: PriceChangeReceipt | undefined;
  /** What becomes of it, where the operator's system decides. */
  readonly outcomes: Outcomes;
  readonly error: unknown;
  readonly begin: (request: ChangeRequest) => void;
  /** The last request again: after a failure as it was, or confirmed. */
  readonly repeat: (confirm?: { Confirm?: true }) => void;
  readonly clear: () => void;
};

type State = Pick<Change, 'isBusy' | 'receipt' | 'error'>;

const NOTHING: State = { isBusy: false, receipt: undefined, error: undefined };

/** A change of prices and its receipt. `onChanged` is called when there is a receipt, and when that has another state. */
export function useChange(onChanged: () => void): Change {
  const [state, setState] = useState<State>(NOTHING);
  const key = useRef(new UnansweredKey());
  const last = useRef<ChangeRequest | undefined>(undefined);
  const run = async (request: ChangeRequest, confirm: { Confirm?: true }) => {
    last.current = request;
    setState((before) => ({ ...before, isBusy: true, error: undefined }));
    try {
      const headers = { 'idempotency-key': key.current.of([request.about, confirm]) };
      const receipt = await request.send(confirm, headers);
      key.current.answered();
      setState({ ...NOTHING, receipt });
      onChanged();
    } catch (error) {
      setState((before) => ({ ...before, isBusy: false, error }));
    }
  };
  const outcomes = useOutcomes(state.receipt ? [state.receipt] : [], onChanged);
  return {
    ...state,
    receipt: outcomes.receipts[0],
    outcomes,
    begin: (request) => void run(request, {}),
    repeat: (confirm = {}) => last.current && void run(last.current, confirm),
    clear: () => setState(NOTHING),
  };
}

/** Back to the terms before an applied change. */
export const undoOf = ({ PriceChangeId }: PriceChangeReceipt): ChangeRequest => ({
  about: { undo: PriceChangeId },
  send: async (confirm, headers) =>
    (await client.undoPriceChange({ path: { PriceChangeId }, body: confirm, headers })).payload,
});
