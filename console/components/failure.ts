import { ApiError } from 'marketplace-seller-sdk';
import { session } from '../current-session.ts';
import { withLocalTimes } from '../moments.ts';
import type { PageStateProps } from './page-state.ts';

/** How a failed call is shown: the state that fits, what the service says, and the id under which the operator finds the call. */
export function failureState(error: unknown, onRetry?: () => void): PageStateProps {
  if (needsRecentSignIn(error))
    return {
      state: 'expired',
      title: 'Sign in again to go on',
      hint: 'This needs a sign-in of the last minutes. Afterwards you are back on this page.',
      onRetry: () => void session.signInAgain(),
    };
  if (isExpired(error)) return { state: 'expired', onRetry: signInBeside };
  if (isOffline(error)) return { state: 'offline', onRetry };
  if (!(error instanceof ApiError)) return { state: 'error', onRetry };
  const { status, message, details, requestId } = error;
  const missing = status === 403 ? /operator:[a-z:]+[a-z]/.exec(details)?.[0] : undefined;
  if (missing !== undefined) return lacksRight(missing, requestId, onRetry);
  if (status === 403) return { state: 'forbidden', requestId, onRetry: () => void session.signIn() };
  if (status === 0) return { state: 'error', title: 'The service does not answer', onRetry };
  return {
    state: 'error',
    title: withLocalTimes(message),
    hint: details ? withLocalTimes(details) : undefined,
    requestId,
    onRetry,
  };
}

/** No sign-in gives a right of the operator: somebody with `operator:admin` does (decision 55). */
const lacksRight = (right: string, requestId: string | undefined, onRetry?: () => void): PageStateProps => ({
  state: 'forbidden',
  title: `You need the right ${right}`,
  hint: 'Somebody of the operator who has operator:admin can give it to you. It counts within a minute.',
  requestId,
  onRetry,
});

/** The service wants a sign-in that is not long ago (RFC 9470). A new token of the same sign-in would not help. */
const needsRecentSignIn = (error: unknown): boolean => error instanceof ApiError && error.signInMaxAgeMs !== undefined;

/** There is no token without the seller, or the service does not accept it. */
export const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && !needsRecentSignIn(error) && (error.status === 401 || error.code === 'NoToken');

/** The browser has no connection at all. With one, the service is the problem. */
export const isOffline = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0 && !isExpired(error) && !navigator.onLine;

/** No answer came at all, although there is a connection. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0 && !isExpired(error) && navigator.onLine;

/** The same question may be answered in a while: the service is down, busy, or limits how often it is asked. */
export const mayPass = (error: unknown): error is ApiError =>
  isUnreachable(error) || (error instanceof ApiError && (error.status === 429 || error.status >= 500));

/** In a window of its own, so that this page keeps what it shows; here, where the browser allows none. */
function signInBeside(): void {
  if (!session.signInInWindow()) void session.signIn();
}
