import type { ApiError } from 'marketplace-seller-sdk';
import { withLocalTimes } from '../moments.ts';

/** What the service, or the SDK in its place, says about a failure. */
type Failure = Pick<ApiError, 'status' | 'code' | 'message' | 'details'>;

/** A failed change in plain words, beside its button. Whether it happened is not known where no answer came. */
export function errorText(failure: Failure | undefined): string {
  if (failure === undefined) return 'This did not work. Try again.';
  const { status, code, message, details } = failure;
  if (status === 401 || code === 'NoToken') return 'Your session has ended. Sign in again, then repeat this.';
  if (status === 0 || status >= 500) return 'The service did not answer. Try again: the same change is not made twice.';
  if (status === 429) return 'Too many changes at once. Try again in a moment.';
  return withLocalTimes([message, details].filter(Boolean).join(' '));
}
