/** A signing secret as Standard Webhooks writes it: `whsec_` and the base64 of 24 to 64 bytes. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

const format = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** What is wrong with a seller's own secret, without quoting it; undefined when it is valid. */
export function signingSecretProblem(text: string): string | undefined {
  const [, base64] = format.exec(text) ?? [];
  const bytes = base64 === undefined ? 0 : (base64.length / 4) * 3 - (base64.match(/=/g)?.length ?? 0);
  const isValid = bytes >= MIN_BYTES && bytes <= MAX_BYTES;
  return isValid ? undefined : `must be whsec_ and the base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes`;
}
