import { useEffect, useRef } from 'preact/hooks';
import { isExpired, mayPass } from './components/failure.ts';
import { live } from './connection.ts';
import { sessionView } from './session-view.ts';

/** A question that failed for the moment is asked again after so long, or when the service says so, if that is later. */
const RETRY_MS = 10_000;

/**
 * Calls again when what made a question fail is over: the seller has signed in again, the browser has a connection again, the service
 * answers again. While the service does not answer at all, one tab finds that out for all of them (`live`): a page asks nothing then.
 */
export function useRecovery(error: unknown, reload: () => void): void {
  const { state } = sessionView.value;
  const status = live.value;
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    if (state === 'signed-in' && isExpired(error)) latest.current();
  }, [state]);
  useEffect(() => {
    if (status === 'connected' && mayPass(error)) latest.current();
  }, [status]);
  useEffect(() => {
    if (error === undefined) return undefined;
    const again = () => latest.current();
    addEventListener('online', again);
    // Once: the next failure is another error.
    const retry = () => live.peek() !== 'reconnecting' && again();
    const timer = mayPass(error) ? setTimeout(retry, pauseOf(error)) : undefined;
    return () => {
      removeEventListener('online', again);
      clearTimeout(timer);
    };
  }, [error]);
}

/** Not all pages at the same moment. */
const pauseOf = ({ retryAfterMs = 0 }: { readonly retryAfterMs?: number | undefined }) =>
  Math.max(RETRY_MS, retryAfterMs) * (1 + Math.random() / 4);
