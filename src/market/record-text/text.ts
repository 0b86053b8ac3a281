/** Strict: a lenient decoder would replace broken characters. Keeps BOMs: only the first of a file is not text. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Decodes UTF-8; undefined when the bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Names the first wrong byte of what `decodeText` rejected. */
export function textProblem(bytes: Uint8Array): string {
  // The decoder does not say where. Decoded leniently and encoded again, good bytes stay the same and bad ones never do.
  const written = encoder.encode(lenient.decode(bytes));
  let at = 0;
  while (written[at] === bytes[at]) at++;
  return `not UTF-8 text: byte ${at + 1}`;
}

/** Whitespace between JSON values: space, tab, CR or LF. */
export function isBlank(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

/** Removes the byte order mark that Windows programs put in front of a file. */
export function withoutBom(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
