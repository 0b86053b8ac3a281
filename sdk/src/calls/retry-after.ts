/**
 * Reads `Retry-After` (RFC 9110 10.2.3): whole seconds, or a date, which counts from the answer's own `Date` because the clock here
 * may be wrong. Undefined when there is none that can be read.
 */
export function retryAfterMsOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  // `Date.parse` alone would read almost anything, such as 1.5.
  const at = /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const sentAt = Date.parse(headers.get('date') ?? '');
  return Math.max(at - (Number.isNaN(sentAt) ? Date.now() : sentAt), 0);
}

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;

/**
 * How long to wait after the attempt with this number. Without a `Retry-After` exponential backoff with full jitter. With one a little
 * longer than it says: callers that were refused together must not come back together.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined): number {
  if (retryAfterMs !== undefined) return retryAfterMs + Math.random() * FIRST_BACKOFF_MS;
  return Math.random() * Math.min(FIRST_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS);
}
