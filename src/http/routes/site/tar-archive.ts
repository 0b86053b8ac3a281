/** A file of an archive. Names have at most 100 ASCII characters. */
export type ArchiveEntry = { readonly name: string; readonly content: Buffer };

const BLOCK = 512;
const MAX_NAME = 100;
/** What npm writes, too: the same files make the same bytes. */
const MODIFIED_SECONDS = Date.UTC(1985, 9, 26, 8, 15) / 1_000;

/** A tar archive (POSIX ustar) of ordinary files. */
export function tarArchive(entries: readonly ArchiveEntry[]): Buffer {
  const parts = entries.flatMap(({ name, content }) => [header(name, content.length), content, paddingAfter(content)]);
  // Two empty blocks end an archive.
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

const paddingAfter = ({ length }: Buffer) => Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME) throw new Error(`A name in an archive is too long: ${name}`);
  const block = Buffer.alloc(BLOCK);
  const write = (text: string, offset: number) => block.write(text, offset, 'latin1');
  write(name, 0);
  write(octal(0o644, 8), 100);
  write(octal(0, 8), 108);
  write(octal(0, 8), 116);
  write(octal(size, 12), 124);
  write(octal(MODIFIED_SECONDS, 12), 136);
  write('0', 156);
  write('ustar\0' + '00', 257);
  // The sum of all bytes of the header, with spaces in its own place.
  write(' '.repeat(8), 148);
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(`${octal(sum, 7)} `, 148);
  return block;
}

/** A number in a field of so many bytes, the last of which is NUL. */
const octal = (value: number, bytes: number) => `${value.toString(8).padStart(bytes - 1, '0')}\0`;
