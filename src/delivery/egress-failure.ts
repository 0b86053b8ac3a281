/** How a request to an address that a seller chose can end without an answer. The codes and words are shown to sellers. */
const words = {
  blocked: 'Requests to this address are not allowed.',
  dns: 'The host name could not be resolved.',
  refused: 'The connection was refused.',
  unreachable: 'The host could not be reached.',
  reset: 'The connection was closed before the whole answer came.',
  tls: 'No TLS connection could be made.',
  timeout: 'No whole answer came in time.',
  'headers-too-large': 'The headers of the answer are too large.',
  'not-http': 'The answer is not HTTP/1.1.',
  stopped: 'The service stopped before the answer came.',
  failed: 'The request could not be sent.',
} as const;

export type EgressFailureCode = keyof typeof words;

/** `code` and `message` are public. `cause` is for the log only: it may name addresses of the inside. */
export class EgressFailure extends Error {
  readonly code: EgressFailureCode;

  constructor(code: EgressFailureCode, cause?: unknown) {
    super(code === 'tls' ? `${words.tls}${tlsReason(cause)}` : words[code], { cause });
    this.name = 'EgressFailure';
    this.code = code;
  }
}

/** The guard's own "no". The words are always the same: they must not tell what a name resolves to inside. */
export class EgressBlocked extends EgressFailure {
  constructor(detail: string) {
    super('blocked', new Error(detail));
    this.name = 'EgressBlocked';
  }
}

const codes: Readonly<Record<string, EgressFailureCode>> = {
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

/** Whatever was thrown, as one of the closed list. */
export function egressFailureOf(error: unknown): EgressFailure {
  if (error instanceof EgressFailure) return error;
  // undici gives this one no code.
  const isParserError = error instanceof Error && error.name === 'HTTPParserError';
  return new EgressFailure(isParserError ? 'not-http' : (codes[codeOf(error)] ?? 'failed'), error);
}

/** `CERT_HAS_EXPIRED` and its kind help the seller; the message beside it would quote names and addresses. */
function tlsReason(cause: unknown): string {
  const code = codeOf(cause);
  return /^[A-Z][A-Z0-9_]+$/.test(code) ? ` (${code})` : '';
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
