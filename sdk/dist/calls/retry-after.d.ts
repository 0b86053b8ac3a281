/**
 * Reads `Retry-After` (RFC 9110 10.2.3): whole seconds, or a date, which counts from the answer's own `Date` because the clock here
 * may be wrong. Undefined when there is none that can be read.
 */
export declare function retryAfterMsOf(headers: Headers): number | undefined;
