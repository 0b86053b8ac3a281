/** A signing secret as Standard Webhooks writes it: `whsec_` and the base64 of 24 to 64 bytes. */
const LEAST_BYTES = 24;
const MAX_BYTES = 64;

const written = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** What is wrong with a secret of the seller's own, in words that do not repeat it; undefined when it is one. */
export function signingSecretProblem(text: string): string | undefined {
  const [, base64] = written.exec(text) ?? [];
  const bytes = base64 === undefined ? 0 : (base64.length / 4) * 3 - (base64.match(/=/g)?.length ?? 0);
  const isOne = bytes >= LEAST_BYTES && bytes <= MAX_BYTES;
  return isOne ? undefined : `must be whsec_ and the base64 of ${LEAST_BYTES} to ${MAX_BYTES} bytes`;
}
