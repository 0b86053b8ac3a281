import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Request ids that are safe in a header, a log line and a support ticket. */
const safeId = /^[A-Za-z0-9._~:-]{1,128}$/;

/** The caller's `x-request-id` when it is safe, else a new one (decision 6). */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && safeId.test(sent) ? sent : randomUUID();
}
