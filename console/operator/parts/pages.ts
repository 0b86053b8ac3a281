import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { failureState } from '../../components/failure.ts';
import { PageState } from '../../components/page-state.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';

/** A page of a list, as the API gives it. */
export type ListPage<T> = { readonly rows: readonly T[]; readonly nextToken: string | undefined };

type PagedProps<T> = {
  ask: (nextToken: string | undefined, signal: AbortSignal) => Promise<ListPage<T>>;
  /** What the question depends on. */
  inputs: readonly unknown[];
  /** Shows all rows that were read. */
  content: (rows: readonly T[]) => VNode;
  /** What an empty list means, and what to do about it. */
  empty: VNode;
};

/** A list that comes in pages: the first one at once, more when the reader asks. */
export function Paged<T>({ ask, inputs, content, empty }: PagedProps<T>): VNode {
  const first = useLoad((signal) => ask(undefined, signal), inputs);
  const [more, setMore] = useState<readonly ListPage<T>[]>([]);
  const [{ isLoading, error }, setLoading] = useState<{ isLoading: boolean; error?: unknown }>({ isLoading: false });
  // Pages behind another first page are not its own.
  useEffect(() => setMore([]), [first.value]);
  return shown(first, (page) => {
    const pages = [page, ...more];
    const nextToken = pages.at(-1)?.nextToken;
    const rows = pages.flatMap((each) => each.rows);
    const load = async () => {
      setLoading({ isLoading: true });
      try {
        const next = await ask(nextToken, new AbortController().signal);
        setMore((before) => [...before, next]);
        setLoading({ isLoading: false });
      } catch (failure) {
        setLoading({ isLoading: false, error: failure });
      }
    };
    if (rows.length === 0 && nextToken === undefined) return empty;
    return html`<div>${content(rows)}
      ${error !== undefined && html`<${PageState} ...${failureState(error, () => void load())} />`}
      ${nextToken !== undefined && error === undefined && html`<p class="more"><button type="button" disabled=${isLoading} onClick=${load}>${isLoading ? 'Loading …' : 'Show more'}</button></p>`}
    </div>`;
  });
}
