import type { ApiError } from 'marketplace-seller-sdk';

type Failure = Pick<ApiError, 'status' | 'code' | 'message' | 'details' | 'signInMaxAgeMs'>;

/** Why limits were not saved. To save the same again does no harm, whatever became of the first try. */
export function saveErrorText(failure: Failure | undefined): string {
  if (failure === undefined) return 'This did not work. Try again.';
  const { status, code, message, details, signInMaxAgeMs } = failure;
  if (signInMaxAgeMs !== undefined)
    return 'To loosen a limit or to change a cost you must have signed in within the last minutes. What you typed is kept.';
  if (status === 401 || code === 'NoToken') return 'Your session has ended. Sign in again, then save.';
  if (status === 0 || status >= 500) return 'The service did not answer. Save again.';
  if (status === 429) return 'Too many changes at once. Save again in a moment.';
  return [message, details].filter(Boolean).join(' ');
}
