/** Base64 for URLs and headers (RFC 4648 5), without padding. */
export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** A random text that cannot be guessed and does not repeat: 43 characters. Not `crypto.randomUUID`: browsers have it only on pages that came over HTTPS. */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
