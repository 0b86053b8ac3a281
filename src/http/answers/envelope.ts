import type { Fault, FaultCode } from '../../domain/fault.ts';

/** The HTTP status of each fault code (decision 32). */
export const httpStatusOf: Readonly<Record<FaultCode, number>> = {
  InvalidInput: 400,
  Unauthorized: 401,
  AccessDenied: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  RequestTooLarge: 413,
  UnsupportedMediaType: 415,
  MisdirectedRequest: 421,
  IdempotencyConflict: 422,
  QuotaExceeded: 429,
  InternalFailure: 500,
  NotImplemented: 501,
  ServiceUnavailable: 503,
};

/** The error format of a path group (spec 7, decision 31). */
export type Envelope = {
  readonly name: 'nested' | 'list' | 'oauth';
  readonly write: (fault: Fault) => object;
};

const elements = (fault: Fault) =>
  fault.problems.map(({ message, details }) => ({ code: fault.code, message, details }));

/** Fees (4.1): `errors` is an object holding the array. */
export const nested: Envelope = {
  name: 'nested',
  write: (fault) => ({ errors: { errors: elements(fault) } }),
};

/** Pricing (4.2, 4.3), notifications, and every path that belongs to no group. */
export const list: Envelope = {
  name: 'list',
  write: (fault) => ({ errors: elements(fault) }),
};

/** Authorization: RFC 6749 5.2. What it has no code for, such as a wrong path or method, is `invalid_request` (decision 11). */
const oauthErrorOf: Readonly<Partial<Record<FaultCode, string>>> = {
  Unauthorized: 'invalid_client',
  AccessDenied: 'access_denied',
  QuotaExceeded: 'temporarily_unavailable',
  InternalFailure: 'server_error',
  ServiceUnavailable: 'temporarily_unavailable',
};

export const oauth: Envelope = {
  name: 'oauth',
  write: (fault) => ({
    error: oauthErrorOf[fault.code] ?? 'invalid_request',
    error_description: oauthText(fault.problems.map(({ message, details }) => `${message} ${details}`).join(' ')),
  }),
};

/** RFC 6749 5.2 allows neither `"` nor `\` nor anything beyond printable ASCII in a description. */
function oauthText(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
}

/** The headers of a fault, in every envelope. */
export function headersOf(fault: Fault): Record<string, string> {
  const headers: Record<string, string> = {};
  if (fault.hints.allow) headers.allow = fault.hints.allow.join(', ');
  if (fault.hints.retryAfterSeconds !== undefined) headers['retry-after'] = String(fault.hints.retryAfterSeconds);
  if (fault.hints.challenge) headers['www-authenticate'] = fault.hints.challenge;
  return headers;
}
