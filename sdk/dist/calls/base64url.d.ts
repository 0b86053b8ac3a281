/** Base64 for URLs and headers (RFC 4648 5), without padding. */
export declare const base64url: (bytes: Uint8Array) => string;
/** A random text that cannot be guessed and does not repeat: 43 characters. Not `crypto.randomUUID`: browsers have it only on pages that came over HTTPS. */
export declare const randomText: () => string;
