/** Strict, or a broken letter would be stored as a question mark. BOMs are kept: only the first of a file is none of its text. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** The text that the bytes are in UTF-8; undefined when they are none. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** What to say of bytes that `decodeText` refused. */
export function textProblem(bytes: Uint8Array): string {
  // The decoder does not say where. What it makes of good bytes is written back as the same bytes, of bad ones never.
  const written = encoder.encode(lenient.decode(bytes));
  let at = 0;
  while (written[at] === bytes[at]) at++;
  return `not UTF-8 text: byte ${at + 1}`;
}

/** Space, tab, CR or LF: what may stand between JSON values. */
export function isBlank(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

/** The same without a byte order mark, which Windows programs put in front of a file. */
export function withoutBom(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
