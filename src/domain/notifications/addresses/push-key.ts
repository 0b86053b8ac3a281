/** The keys of a Web Push subscription as browsers give them: base64url without padding (RFC 8291 2). */

/** 65 bytes, the first of them 4: an uncompressed point of the curve P-256. */
const point = /^B[A-P][A-Za-z0-9_-]{85}$/;
/** 16 bytes. */
const secret = /^[A-Za-z0-9_-]{22}$/;

/** What is wrong with the receiver's public key, without quoting it; undefined when the format is right. */
export function p256dhProblem(text: string): string | undefined {
  return point.test(text) ? undefined : 'must be the base64url of 65 bytes that begin with 4, without padding';
}

/** What is wrong with the receiver's authentication secret, without quoting it. */
export function pushAuthProblem(text: string): string | undefined {
  return secret.test(text) ? undefined : 'must be the base64url of 16 bytes, without padding';
}
