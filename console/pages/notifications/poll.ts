import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLiveReload } from '../../live.ts';
import { type Loaded, shown } from '../../load.ts';
import { canRepeat } from '../../use-repeat.ts';

/**
 * Reloads at each event, and periodically while the page is visible: events say what happened in the market, but none says that a
 * delivery has arrived. A slow answer is waited for: a reload would drop it.
 */
export function useFollow({ isLoading, reload }: Loaded<unknown>, everyMs: number): void {
  const latest = useRef({ isLoading, reload });
  latest.current = { isLoading, reload };
  useLiveReload(reload, 'everywhere');
  useEffect(() => {
    const tick = () => {
      const { isLoading: isBusy, reload: again } = latest.current;
      if (canRepeat() && !isBusy) again();
    };
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

/** Keeps what is shown when only a later question has failed: a form must not vanish under the seller's hands. */
export const kept = <T>(loaded: Loaded<T>, content: (value: T) => VNode, rows?: number): VNode =>
  loaded.value === undefined ? shown(loaded, content, rows) : content(loaded.value);
