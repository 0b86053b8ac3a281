import { EgressFailure, egressFailureOf } from './egress-failure.ts';

/**
 * A try has an end, whatever hangs: its time-out, or the end of the service (`stopping`). The work is told by the signal it
 * is given, and is not waited for any more: undici heeds a signal only once it has a connection.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  stopping: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | EgressFailure> {
  if (stopping?.aborted) return new EgressFailure('stopped');
  const end = new AbortController();
  const ended = Promise.withResolvers<EgressFailure>();
  const give = (failure: EgressFailure) => {
    ended.resolve(failure);
    end.abort(failure);
  };
  const stop = () => give(new EgressFailure('stopped'));
  stopping?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => give(new EgressFailure('timeout')), timeoutMs);
  try {
    return await Promise.race([work(end.signal), ended.promise]);
  } catch (error) {
    return egressFailureOf(error);
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener('abort', stop);
  }
}
