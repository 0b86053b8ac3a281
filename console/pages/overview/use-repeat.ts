import { useEffect, useRef } from 'preact/hooks';
import { canRepeat } from '../../live.ts';

/** Calls again and again while the page is looked at: for what no event tells. */
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
