/** One of the errors that the service lists. */
export type ErrorEntry = {
    code: string;
    message: string;
    details: string;
};
type ApiErrorInput = {
    /** 0: no answer began. */
    status: number;
    /** At least one. */
    errors: readonly ErrorEntry[];
    requestId?: string | undefined;
    retryAfterMs?: number | undefined;
    signInMaxAgeMs?: number | undefined;
    cause?: unknown;
};
/**
 * Every failure of a call, with the code of the service's first error, or one of the SDK's own:
 *
 * - ConnectionFailed: there was no answer, or only a part of one. Unless the operation only reads, the service may have executed it.
 * - DeadlineExceeded: the time of the call was up. The failure of the attempt before, if there was one, is the `cause`. A call that would
 *   have to wait beyond its deadline does not wait: it fails at once with the 429 or 503 itself, and its `retryAfterMs`.
 * - InvalidAnswer: the answer is not one of the service, but for example the page of a proxy. Its status is that of the answer.
 * - AnswerTooLarge: the answer is longer than `maxAnswerBytes`. Its status is that of the answer.
 * - NotModified, Redirected: a 304 or another redirect, which is a result only with `throwOnError: false`.
 * - InvalidInput with status 0: no request can carry what the caller gave.
 * - NoToken: the credentials gave no access token.
 */
export declare class ApiError extends Error {
    readonly name = "ApiError";
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
    /**
     * The operation needs a person who signed in at most this long ago (RFC 9470): no renewed token helps. Let the person sign in
     * again: add `prompt=login` to the address that `authorizationUrl` makes.
     */
    readonly signInMaxAgeMs: number | undefined;
    constructor({ status, errors, requestId, retryAfterMs, signInMaxAgeMs, cause }: ApiErrorInput);
}
/** A failure that the SDK finds, not the service: with status 0, unless `more` has one. `more` may be the failure that it stands for. */
export declare const failure: (code: string, message: string, details: string, more?: Partial<Omit<ApiErrorInput, 'errors'>>) => ApiError;
export {};
