import { ApiError } from 'marketplace-seller-sdk';

/** A failure in plain words: what happened, and what to do. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'This did not work. Try again.';
  const { status, code, message, details, retryAfterMs } = error;
  if (status === 429) {
    const seconds = Math.ceil((retryAfterMs ?? 0) / 1_000);
    const when = seconds > 0 ? ` You can try again in ${seconds} s.` : '';
    return `${message} ${details}${when}`.trim();
  }
  if (status === 403) return 'You have no right to what this report contains. Ask an owner of your team for it.';
  if (status === 404) return 'This report is gone: reports are kept for 7 days.';
  if (code === 'IncompleteDocument') return 'The download was not complete. Try again.';
  if (status === 0) return 'The service does not answer. Try again in a moment.';
  return [message, details].filter(Boolean).join(' ');
}
