import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { failureState } from './components/failure.ts';
import { PageState } from './components/page-state.ts';
import { html } from './html.ts';

export type Loaded<T> = {
  /** The last answer, also while the next one is on its way. */
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Asks again; what is shown stays until the answer is there. */
  readonly reload: () => void;
};

/** Asks the service when the component appears and when one of `inputs` changes. An answer that is too late is dropped. */
export function useLoad<T>(ask: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    latest.current(abort.signal).then(
      (value) => !abort.signal.aborted && setState({ value, error: undefined, isLoading: false }),
      (error: unknown) => !abort.signal.aborted && setState((before) => ({ ...before, error, isLoading: false })),
    );
    return () => abort.abort();
  }, [...inputs, round]);
  return { ...state, reload: () => setRound((before) => before + 1) };
}

/** The content of an answer, or the state that stands for it. */
export function shown<T>(loaded: Loaded<T>, content: (value: T) => VNode, rows?: number): VNode {
  if (loaded.error !== undefined) return html`<${PageState} ...${failureState(loaded.error, loaded.reload)} />`;
  if (loaded.value === undefined) return html`<${PageState} state="loading" rows=${rows} />`;
  return content(loaded.value);
}
