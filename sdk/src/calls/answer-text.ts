/** The text of a body; undefined when it has more bytes. Rejects when the connection fails. */
export async function textWithin(response: Response, maxBytes: number): Promise<string | undefined> {
  // React Native has no streams.
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let left = maxBytes;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    left -= value.length;
    // Not so for NaN, which comes from settings that are missing.
    if (!(left >= 0)) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
