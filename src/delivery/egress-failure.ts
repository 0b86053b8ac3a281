/** How a request to an address that a seller chose can end without a response. Sellers see the codes and the texts. */
const texts = {
  blocked: 'Requests to this address are not allowed.',
  dns: 'The host name could not be resolved.',
  refused: 'The connection was refused.',
  unreachable: 'The host could not be reached.',
  reset: 'The connection was closed before the complete response arrived.',
  tls: 'No TLS connection could be made.',
  timeout: 'No complete response arrived in time.',
  'headers-too-large': 'The headers of the response are too large.',
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

/** The egress guard rejected the address. The text never varies: it must not reveal what a name resolves to internally. */
export class EgressBlocked extends EgressFailure {
  constructor(detail: string) {
    super('blocked', new Error(detail));
    this.name = 'EgressBlocked';
  }
}

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
