import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { readSource } from '../../src/cli/import/record-source.ts';

/**
 * `node measure-read-memory.ts lines|array|csv|gz RECORDS`: reads that many records, which are generated while they are read, and prints
 * by how much the memory of the process grew at most.
 */
const [format = 'lines', count = '150'] = process.argv.slice(2);
const RECORDS = Number(count);
const AT_ONCE = 150;
const notes = 'n'.repeat(380);

function* chunks(format: string): Generator<Buffer> {
  const written = (n: number) => `{"kind":"offer","sku":"S-${n}","notes":"${notes}"}`;
  const row = (n: number) => (format === 'csv' ? `offer,S-${n},${notes}` : written(n));
  if (format === 'csv') yield Buffer.from('kind,sku,notes\n');
  if (format === 'array') yield Buffer.from('[null');
  for (let at = 0; at < RECORDS; at += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, index) => row(at + index));
    yield Buffer.from(format === 'array' ? `,\n${rows.join(',\n')}` : `${rows.join('\n')}\n`);
  }
  if (format === 'array') yield Buffer.from(']');
}

const plain = Readable.from(chunks(format));
const input: AsyncIterable<Uint8Array> = format === 'gz' ? plain.pipe(createGzip()) : plain;
const startBytes = process.memoryUsage.rss();
let records = format === 'array' ? -1 : 0;
let grownBytes = 0;
for await (const batch of readSource(input, { name: 'records' })) {
  for (const line of batch) if ('value' in line) records += 1;
  grownBytes = Math.max(grownBytes, process.memoryUsage.rss() - startBytes);
}
console.log(JSON.stringify({ records, grownBytes }));
