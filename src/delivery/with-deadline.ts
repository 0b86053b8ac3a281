import { EgressFailure, egressFailureOf } from './egress-failure.ts';

/**
 * Runs `work` until its timeout or the shutdown of the service (`stopping`), and returns a failure as a value. At the
 * deadline the signal that `work` gets aborts, and the caller gets the failure at once: undici reacts to a signal only
 * after it has a connection.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  stopping: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | EgressFailure> {
  if (stopping?.aborted) return new EgressFailure('stopped');
  const deadline = new AbortController();
  const expired = Promise.withResolvers<EgressFailure>();
  const expire = (failure: EgressFailure) => {
    expired.resolve(failure);
    deadline.abort(failure);
  };
  const stop = () => expire(new EgressFailure('stopped'));
  stopping?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => expire(new EgressFailure('timeout')), timeoutMs);
  try {
    return await Promise.race([work(deadline.signal), expired.promise]);
  } catch (error) {
    return egressFailureOf(error);
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener('abort', stop);
  }
}
