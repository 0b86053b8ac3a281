/** The closed list of what can go wrong for a caller (decision 32). `src/http/envelope.ts` maps each to a status. */
export type FaultCode =
  | 'InvalidInput'
  | 'Unauthorized'
  | 'AccessDenied'
  | 'NotFound'
  | 'MethodNotAllowed'
  | 'Conflict'
  | 'RequestTooLarge'
  | 'UnsupportedMediaType'
  | 'IdempotencyConflict'
  | 'QuotaExceeded'
  | 'InternalFailure'
  | 'ServiceUnavailable';

/** One thing that is wrong, in words for the caller: what it is, and which field or what would be right. */
export type Problem = { message: string; details: string };

/** What an answer needs beside the problems for the caller to act on it. */
export type FaultHints = {
  /** Methods the path does have (405). */
  allow?: readonly string[];
  /** When trying again makes sense (429, 503). */
  retryAfterSeconds?: number;
  /** How to prove who is calling: the value of `WWW-Authenticate` (401, 403). */
  challenge?: string;
};

/**
 * The one error that leaves the service on purpose. `problems` are public. `cause` is for the log only:
 * it never reaches an answer, so it may name a table or a host, but never a secret.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly problems: readonly Problem[];
  readonly hints: FaultHints;

  constructor(
    code: FaultCode,
    problems: Problem | readonly Problem[],
    options: { hints?: FaultHints; cause?: unknown } = {},
  ) {
    const list: readonly Problem[] = Array.isArray(problems) ? problems : [problems as Problem];
    super(list[0]?.message ?? code, { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.problems = list;
    this.hints = options.hints ?? {};
  }
}
