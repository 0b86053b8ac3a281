import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { failureState, isExpired, isOffline, isUnreachable } from './components/failure.ts';
import { PageState } from './components/page-state.ts';
import { live } from './connection.ts';
import { html } from './html.ts';
import { useRecovery } from './recovery.ts';

export type Loaded<T> = {
  /** The last answer, also while the next one is on its way. */
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Asks again; what is shown stays until the answer is there. */
  readonly reload: () => void;
};

type State<T> = Omit<Loaded<T>, 'reload'> & {
  /** What `value` answers. */
  readonly inputs: readonly unknown[];
};

/**
 * Asks the service when the component appears, when one of `inputs` changes, and when what made it fail is over. An answer that is
 * too late is dropped.
 */
export function useLoad<T>(ask: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<State<T>>({ value: undefined, error: undefined, isLoading: true, inputs });
  const [round, setRound] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  // Before the browser paints, which takes longer than to send a request.
  useLayoutEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    latest.current(abort.signal).then(
      (value) => !abort.signal.aborted && setState({ value, error: undefined, isLoading: false, inputs }),
      (error: unknown) => !abort.signal.aborted && setState((before) => failed(before, error, inputs)),
    );
    return () => abort.abort();
  }, [...inputs, round]);
  const reload = () => setRound((before) => before + 1);
  useRecovery(state.error, reload);
  const { value, error, isLoading } = state;
  return { value, error, isLoading, reload };
}

/** An answer to another question is no content for this one. */
function failed<T>(before: State<T>, error: unknown, inputs: readonly unknown[]): State<T> {
  const isSame = before.inputs.every((input, n) => Object.is(input, inputs[n]));
  return { value: isSame ? before.value : undefined, error, isLoading: false, inputs };
}

/** The content of an answer, or the state that stands for it. */
export function shown<T>(loaded: Loaded<T>, content: (value: T) => VNode, rows?: number): VNode {
  const { value, error, reload } = loaded;
  // The shell says that the page is not updated: what the seller was looking at stays.
  const isShownByShell =
    isExpired(error) || isOffline(error) || (isUnreachable(error) && live.value === 'reconnecting');
  const isKept = value !== undefined && (error === undefined || isShownByShell);
  if (isKept) return content(value);
  if (error !== undefined) return html`<${PageState} ...${failureState(error, reload)} />`;
  return html`<${PageState} state="loading" rows=${rows} />`;
}
