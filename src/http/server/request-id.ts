import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a caller may name a request: safe in a header, a log line and a support ticket. */
const sane = /^[A-Za-z0-9._~:-]{1,128}$/;

/** The caller's `x-request-id` when it is a sane one, else a new one (decision 6). */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}
