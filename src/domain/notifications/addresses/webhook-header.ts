/**
 * Checks the headers that a seller adds to each webhook, such as an `Authorization` that the receiver requires. They become
 * part of the service's own request: no header may end the request, change its framing or replace a header of the service.
 */
export const MAX_HEADERS = 20;
const MAX_NAME_CHARACTERS = 256;
const MAX_VALUE_CHARACTERS = 4_096;

/** RFC 9110 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Printable ASCII and Latin-1, no white space at either end: receivers strip it. */
const value = /^(?:[\x21-\x7e\xa1-\xff](?:[\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa1-\xff])?)?$/;

/** Connection headers (RFC 9110 7.6.1), headers that frame the body, and headers that the service sets. */
const reserved = new Set([
  ...['connection', 'keep-alive', 'upgrade', 'te', 'trailer', 'expect', 'http2-settings'],
  ...['host', 'content-length', 'transfer-encoding', 'content-encoding', 'content-type'],
  ...['date', 'user-agent', 'via', 'traceparent', 'tracestate'],
]);
/** Headers of the signature, of the CloudEvents binary mode, and of proxies. */
const reservedPrefix = /^(?:webhook|ce|proxy)-/;

/** What is wrong with a header name; undefined when it may be sent. */
export function headerNameProblem(name: string): string | undefined {
  if (name.length > MAX_NAME_CHARACTERS) return `must have at most ${MAX_NAME_CHARACTERS} characters`;
  if (!token.test(name))
    return 'must be the name of an HTTP header: letters, digits and - only, or another token character';
  const lower = name.toLowerCase();
  if (lower === '__proto__') return 'is a reserved name of JavaScript';
  return reserved.has(lower) || reservedPrefix.test(lower) ? 'is a header that the service sets itself' : undefined;
}

/** What is wrong with a header value, without quoting it. */
export function headerValueProblem(text: string): string | undefined {
  if (text.length > MAX_VALUE_CHARACTERS) return `must have at most ${MAX_VALUE_CHARACTERS} characters`;
  if (value.test(text)) return undefined;
  return 'must be printable ASCII or Latin-1 text on one line, without white space at either end';
}
