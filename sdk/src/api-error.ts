/** One of the errors that the service lists. */
export type ErrorEntry = { code: string; message: string; details: string };

type ApiErrorInput = {
  /** 0: there was no answer. */
  status: number;
  errors: readonly ErrorEntry[];
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
};

/**
 * Every failure of a call: an answer that is not a success, and a call without an answer (status 0; code ConnectionFailed,
 * DeadlineExceeded or InvalidAnswer, and the reason as `cause`).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The code of the first error, for programs. */
  readonly code: string;
  /** Which field, and what would be right. */
  readonly details: string;
  /** All errors of the answer. */
  readonly errors: readonly ErrorEntry[];
  /** Give it to the operator of the service: it finds the call in the log. */
  readonly requestId: string | undefined;
  /** How long the service asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor({ status, errors, requestId, retryAfterMs, cause }: ApiErrorInput) {
    const first = errors[0] ?? { code: 'Unknown', message: `The service answered ${status}.`, details: '' };
    super(first.message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = first.code;
    this.details = first.details;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}
