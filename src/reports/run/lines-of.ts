import { StringDecoder } from 'node:string_decoder';

/** The lines of a text that comes in pieces, without their ends. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let begun = '';
  for await (const piece of pieces) {
    const text = begun + decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield text.slice(from, end);
      from = end + 1;
    }
    begun = text.slice(from);
  }
  if (begun !== '') yield begun;
}
