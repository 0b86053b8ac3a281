import { useEffect, useRef } from 'preact/hooks';
import { canRepeat } from './live.ts';

/** Calls periodically while the page is visible: for changes that have no event. */
export function useRepeat(call: () => void, everyMs: number): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    const timer = setInterval(() => {
      if (canRepeat()) latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
