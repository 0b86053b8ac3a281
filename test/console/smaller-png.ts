import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;
const COLORS = 64;

type Pixels = { width: number; height: number; channels: number; bytes: Buffer };

/** A screenshot with 64 colours: pages have few, and the picture has a third of the bytes. */
export function smallerPng(png: Buffer): Buffer {
  const { width, height, channels, bytes } = pixelsOf(png);
  const colorAt = (pixel: number) => bytes.readUIntBE(pixel * channels, 3);
  const counts = new Map<number, number>();
  for (let n = 0; n < width * height; n += 1) counts.set(colorAt(n), (counts.get(colorAt(n)) ?? 0) + 1);
  const palette = [...counts]
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, COLORS)
    .map(([color]) => color);
  const nearest = new Map([...counts.keys()].map((color) => [color, nearestIn(palette, color)]));
  const lines = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) lines[y * (width + 1) + 1 + x] = nearest.get(colorAt(y * width + x)) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.alloc(palette.length * 3);
  palette.forEach((color, n) => void colors.writeUIntBE(color, n * 3, 3));
  const parts = [
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([png.subarray(0, SIGNATURE_BYTES), ...parts]);
}

function nearestIn(palette: readonly number[], color: number): number {
  const distance = (other: number) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((color >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
  return palette.reduce((best, other, n) => (distance(other) < distance(palette[best] ?? 0) ? n : best), 0);
}

/** The pixels of a PNG with 8 bits for each of 3 or 4 channels, as browsers write it. */
function pixelsOf(png: Buffer): Pixels {
  const data: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3];
  return { width, height, channels, bytes: unfiltered(inflateSync(Buffer.concat(data)), width * channels, channels) };
}

/** Each line says by which neighbour its bytes are written as a difference (PNG, 9.2). */
function unfiltered(lines: Buffer, size: number, channels: number): Buffer {
  const out = Buffer.alloc((lines.length / (size + 1)) * size);
  for (let y = 0; y * (size + 1) < lines.length; y += 1) {
    const filter = lines[y * (size + 1)] ?? 0;
    for (let x = 0; x < size; x += 1) {
      const at = y * size + x;
      const left = x < channels ? 0 : (out[at - channels] ?? 0);
      const up = y === 0 ? 0 : (out[at - size] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (out[at - size - channels] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      out[at] = ((lines[y * (size + 1) + 1 + x] ?? 0) + guess) & 255;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}
