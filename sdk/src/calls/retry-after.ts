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
