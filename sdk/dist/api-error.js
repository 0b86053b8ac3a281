export class ApiError extends Error {
    name = 'ApiError';
    status;
    code;
    details;
    errors;
    requestId;
    retryAfterMs;
    signInMaxAgeMs;
    constructor({ status, errors, requestId, retryAfterMs, signInMaxAgeMs, cause }) {
        const { code, message, details } = errors[0];
        super(message, cause === undefined ? undefined : { cause });
        this.status = status;
        this.code = code;
        this.details = details;
        this.errors = errors;
        this.requestId = requestId;
        this.retryAfterMs = retryAfterMs;
        this.signInMaxAgeMs = signInMaxAgeMs;
    }
}
export const failure = (code, message, details, more) => new ApiError({ status: 0, ...more, errors: [{ code, message, details }] });
