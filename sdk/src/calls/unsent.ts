/**
 * Failures of Node before the first byte of a request is sent: such a request was certainly not executed. A connection that was reset is
 * not among them, and browsers never give the reason.
 */
const BEFORE_SENDING: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** `failure` is what `fetch` rejected with. */
export function wasNeverSent(failure: unknown): boolean {
  const { cause } = Object(failure) as { cause?: unknown };
  return BEFORE_SENDING.includes((Object(cause) as { code?: unknown }).code);
}
