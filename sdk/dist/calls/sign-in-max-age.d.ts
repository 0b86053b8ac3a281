/**
 * Reads the challenge `insufficient_user_authentication` (RFC 9470 3): how long ago the person may have signed in. 0 when the service
 * does not say how long. Undefined for every other challenge.
 */
export declare function signInMaxAgeMsOf(headers: Headers): number | undefined;
