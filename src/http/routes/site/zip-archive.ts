import { crc32, deflateRawSync } from 'node:zlib';
import type { ArchiveEntry } from './tar-archive.ts';

/** 1980-01-01, the first day that the format has: the same files make the same bytes. */
const MODIFIED_DATE = (1 << 5) | 1;
const DEFLATED = 8;
/** Text in UTF-8. */
const FLAGS = 0x0800;
/** A file of Unix with these rights. */
const MODE = (0o100644 << 16) >>> 0;

/** A zip archive (APPNOTE 6.3) of ordinary files, all of them small. */
export function zipArchive(entries: readonly ArchiveEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content, { level: 9 });
    const path = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(FLAGS, 2);
    about.writeUInt16LE(DEFLATED, 4);
    about.writeUInt16LE(MODIFIED_DATE, 8);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(path.length, 22);
    files.push(Buffer.from('PK\u0003\u0004', 'latin1'), about, path, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(MODE, 6);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0003', 'latin1'), about, place, path);
    offset += 4 + about.length + path.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listed, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}
