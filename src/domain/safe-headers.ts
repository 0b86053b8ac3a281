/** How long a browser uses only https for this host after one answer (RFC 6797). */
const HSTS_SECONDS = 31_536_000;

/** Headers of every answer, errors included: browsers never guess a type, and never leave https once they used it. */
export function safeHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${HSTS_SECONDS}` } : {}),
  };
}
