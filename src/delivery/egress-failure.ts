/** How a request to an address that a seller chose can end without a response. Sellers see the codes and the texts. */
const texts = {
  blocked: 'The host has no address that requests may be sent to.',
  refused: 'The connection was refused.',
  unreachable: 'The host could not be reached.',
  reset: 'The connection was closed before the complete response arrived.',
  tls: 'No TLS connection could be made.',
  timeout: 'No complete response arrived in time.',
  'headers-too-large': 'The headers of the response are too large.',
  'response-too-large': 'The response is too large: it may have at most 64 KiB, headers included.',
  'not-http': 'The response is not HTTP/1.1.',
  stopped: 'The service stopped before the response arrived.',
  failed: 'The request could not be sent.',
} as const;

export type EgressFailureCode = keyof typeof texts;

/** `code` and `message` are public. `cause` is for the log only: it may name internal addresses. */
export class EgressFailure extends Error {
  readonly code: EgressFailureCode;

  constructor(code: EgressFailureCode, cause?: unknown) {
    super(code === 'tls' ? `${texts.tls}${tlsReason(cause)}` : texts[code], { cause });
    this.name = 'EgressFailure';
    this.code = code;
  }
}

/** The most that a peer may send as one answer: headers of 16 KiB, a body of 16 KiB, and as much again around them. */
export const MAX_RESPONSE_BYTES = 64 * 1024;

export const responseTooLarge = (): EgressFailure => new EgressFailure('response-too-large');

/**
 * The name does not resolve, or the egress guard rejected all its addresses. Code and text are the same for both, or sellers
 * could find out which names exist in the operator's network. `detail` says which it is, for the log.
 */
export class EgressBlocked extends EgressFailure {
  readonly detail: string;

  constructor(detail: string) {
    super('blocked', new Error(detail));
    this.name = 'EgressBlocked';
    this.detail = detail;
  }
}

/** Why a connection was blocked, for the log line about the attempt; empty for other failures. */
export const logDetailOf = (failure: EgressFailure): { logDetail?: string } =>
  failure instanceof EgressBlocked ? { logDetail: failure.detail } : {};

const failureCodes: Readonly<Record<string, EgressFailureCode>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'headers-too-large',
  UND_ERR_DESTROYED: 'stopped',
  UND_ERR_CLOSED: 'stopped',
};

/** Maps whatever was thrown to one of the codes above. */
export function egressFailureOf(error: unknown): EgressFailure {
  if (error instanceof EgressFailure) return error;
  // This error of undici has no code.
  const isParserError = error instanceof Error && error.name === 'HTTPParserError';
  return new EgressFailure(isParserError ? 'not-http' : (failureCodes[codeOf(error)] ?? 'failed'), error);
}

/** Codes such as `CERT_HAS_EXPIRED` help the seller. The error's message is left out: it quotes names and addresses. */
function tlsReason(cause: unknown): string {
  const code = codeOf(cause);
  return /^[A-Z][A-Z0-9_]+$/.test(code) ? ` (${code})` : '';
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
