import { STATUS_CODES } from 'node:http';

/** A status with its name, such as `503 Service Unavailable`. */
export function statusText(status: number): string {
  const name = STATUS_CODES[status];
  return name === undefined ? String(status) : `${status} ${name}`;
}

/** Reads a `Retry-After` header (RFC 9110 10.2.3): whole seconds, or a date in GMT. Undefined when it is neither, or has passed. */
export function retryAfterMs(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : text.endsWith(' GMT') ? Date.parse(text) - nowMs : 0;
  // Also false for NaN, which `Date.parse` returns for text that is no date.
  return ms > 0 ? ms : undefined;
}
