/** The closed list of error codes (decision 32). `src/http/answers/envelope.ts` maps each to a status. */
export const FAULT_CODES = [
  'InvalidInput',
  'Unauthorized',
  'AccessDenied',
  'NotFound',
  'MethodNotAllowed',
  'Conflict',
  'RequestTooLarge',
  'MisdirectedRequest',
  'UnsupportedMediaType',
  'IdempotencyConflict',
  'QuotaExceeded',
  'InternalFailure',
  'NotImplemented',
  'ServiceUnavailable',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/** One problem, for the caller: what is wrong, and in which field or what would be right. */
export type Problem = { message: string; details: string };

/** What the caller needs beside the problems to act on the error. */
export type FaultHints = {
  /** The methods that the path supports (405). */
  allow?: readonly string[];
  /** When to retry (429, 503). */
  retryAfterSeconds?: number;
  /** How to authenticate: the value of `WWW-Authenticate` (401, 403). */
  challenge?: string;
};

/**
 * The only error class that is turned into an answer on purpose. `problems` are public. `cause` is for the log only: it
 * never reaches an answer, so it may name a table or a host, but never a secret.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly problems: readonly Problem[];
  readonly hints: FaultHints;
  /** Why, in one word: what usage counts refusals by (decision 56). The code where that says enough. */
  readonly reason: string;

  constructor(
    code: FaultCode,
    problems: Problem | readonly Problem[],
    options: { hints?: FaultHints; cause?: unknown; reason?: string } = {},
  ) {
    const list: readonly Problem[] = Array.isArray(problems) ? problems : [problems as Problem];
    super(list[0]?.message ?? code, { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.problems = list;
    this.hints = options.hints ?? {};
    this.reason = options.reason ?? code;
  }
}
