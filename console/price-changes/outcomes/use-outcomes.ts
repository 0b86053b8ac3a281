import type { PriceChangeReceipt } from 'marketplace-seller-sdk';
import { useEffect, useRef, useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { useLiveReload } from '../../live.ts';
import { canRepeat } from '../../use-repeat.ts';
import { isOpen } from '../receipt-words.ts';
import { askOutcomes, type OutcomeQuestions } from './ask-outcomes.ts';
import { pauseMs } from './poll-pause.ts';

type Receipts = readonly PriceChangeReceipt[];

export type Outcomes = {
  /** The same changes, each as it is now. */
  readonly receipts: Receipts;
  /** How many still wait. */
  readonly waiting: number;
  /** The page has stopped asking: the operator's system takes long. */
  readonly hasStopped: boolean;
  readonly askAgain: () => void;
};

/**
 * Follows changes that wait for the operator's system: asks again and again, less and less often, while the page is visible, and at once
 * when an event comes. `onSettled` is called when some of them have their outcome.
 */
export function useOutcomes(receipts: Receipts, onSettled: () => void): Outcomes {
  const [later, setLater] = useState<ReadonlyMap<string, PriceChangeReceipt>>(new Map());
  const [series, setSeries] = useState(0);
  const [hasStopped, setStopped] = useState(false);
  const now = receipts.map((receipt) =>
    isOpen(receipt) ? withNames(later.get(receipt.PriceChangeId), receipt) : receipt,
  );
  const waiting = now.filter(isOpen);
  const newest = waiting.reduce((id, { PriceChangeId }) => (PriceChangeId > id ? PriceChangeId : id), '');
  const latest = useRef({ now, onSettled });
  latest.current = { now, onSettled };
  const askNow = useRef(() => {});
  useEffect(() => {
    setStopped(false);
    if (newest === '') return undefined;
    const abort = new AbortController();
    const ask = async (round: number) => {
      const found = await askOutcomes(latest.current.now, round, questions(abort.signal));
      const settled = found.filter((receipt) => !isOpen(receipt));
      if (abort.signal.aborted || settled.length === 0) return;
      setLater(
        (before) => new Map([...before, ...settled.map((receipt) => [receipt.PriceChangeId, receipt] as const)]),
      );
      latest.current.onSettled();
    };
    const poll = repeated(ask, () => setStopped(true));
    askNow.current = poll.now;
    return () => {
      askNow.current = () => {};
      abort.abort();
      poll.end();
    };
  }, [newest, series]);
  useLiveReload(() => askNow.current(), 'everywhere');
  return { receipts: now, waiting: waiting.length, hasStopped, askAgain: () => setSeries(series + 1) };
}

/** The outcome, with the names that the list gave: who made a change stays. */
const withNames = (outcome: PriceChangeReceipt | undefined, { ChangedByNames, ...listed }: PriceChangeReceipt) => ({
  ...(outcome ?? listed),
  ...(ChangedByNames && { ChangedByNames }),
});

const questions = (signal: AbortSignal): OutcomeQuestions => ({
  one: async (PriceChangeId) => (await client.getPriceChange({ path: { PriceChangeId }, signal })).payload,
  page: async (query) => (await client.getPriceChanges({ query, signal })).payload,
});

/** Asks with growing pauses. A hidden page does not ask; when it is seen again, it asks at once. A question that fails is repeated. */
function repeated(ask: (round: number) => Promise<void>, onStopped: () => void) {
  let round = 0;
  let pauses = 0;
  let isAsking = false;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    const ms = pauseMs(pauses);
    if (ms === undefined) return onStopped();
    timer = setTimeout(() => {
      pauses += 1;
      void now();
    }, ms);
  };
  const now = async () => {
    if (isAsking || document.hidden) return;
    clearTimeout(timer);
    isAsking = true;
    try {
      if (canRepeat()) await ask(round);
    } catch {
      // The next question may be answered.
    }
    isAsking = false;
    round += 1;
    if (!hasEnded) schedule();
  };
  const onVisible = () => void now();
  document.addEventListener('visibilitychange', onVisible);
  schedule();
  return {
    now: onVisible,
    end: () => {
      hasEnded = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}
