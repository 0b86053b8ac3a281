import { ApiError } from 'marketplace-seller-sdk';
import type { PageStateProps } from './page-state.ts';

/** How a failed call is shown: the state that fits, what the service says, and the id under which the operator finds the call. */
export function failureState(error: unknown, onRetry?: () => void): PageStateProps {
  if (!(error instanceof ApiError)) return { state: 'error', onRetry };
  const { status, message, details, requestId } = error;
  if (status === 401) return { state: 'expired', onRetry };
  if (status === 403) return { state: 'forbidden', requestId, onRetry };
  if (status === 0 && error.code === 'ConnectionFailed') return { state: 'offline', onRetry };
  if (status === 0) return { state: 'error', onRetry };
  return { state: 'error', title: message, hint: details || undefined, requestId, onRetry };
}
