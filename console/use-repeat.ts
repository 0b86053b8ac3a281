import { useEffect, useRef } from 'preact/hooks';
import { live } from './connection.ts';
import { sessionView } from './session-view.ts';

/** Whether a page should poll: it is visible, and the service answers. */
export const canRepeat = (): boolean =>
  !document.hidden && navigator.onLine && sessionView.peek().state === 'signed-in' && live.peek() !== 'reconnecting';

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
