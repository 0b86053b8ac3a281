import { MINUTE_MS } from '../domain/duration.ts';
import type { Log } from '../log/log.ts';
import { PasswordQueueFull } from './password-queue.ts';

/**
 * Logs why requests to the provider failed. Whoever floods the provider with sign-ins must not fill the log: a full queue of passwords is
 * one line a minute, with the number of requests that were refused since the last one. `monotonic` is a clock in milliseconds.
 */
export function failureLog(log: Pick<Log, 'warn' | 'error'>, monotonic: () => number): (error: unknown) => void {
  let refused = 0;
  let loggedMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (!(error instanceof PasswordQueueFull)) return log.error({ err: error }, 'a request to the provider failed');
    refused += 1;
    if (monotonic() - loggedMs < MINUTE_MS) return;
    log.warn({ refused }, 'too many passwords are being checked: requests get 503 and are to be sent again later');
    loggedMs = monotonic();
    refused = 0;
  };
}
