import type { Report } from 'marketplace-seller-sdk';
import { client } from '../../api.ts';
import { saveChunks } from '../../save-chunks.ts';

/** Above this a document goes straight to the disk, in browsers that can: a Blob may be held in memory. */
const STREAMED_BYTES = 50_000_000;

/**
 * Downloads the document, with the token that a link could not send, over cut connections. `onBytes` is called with the bytes so far.
 * False: the reader chose no place for it.
 */
export function saveDocument(report: Report, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<boolean> {
  const { reportId, bytes = 0 } = report;
  const chunks = () => client.report({ reportId }, { signal }).bytes();
  return saveChunks(chunks, { name: fileName(report), isLarge: bytes > STREAMED_BYTES, onBytes });
}

/** `fees-2026-11-15.csv`. */
const fileName = ({ reportType, instant = '', createdTime, format }: Report): string =>
  `${reportType.toLowerCase().replaceAll('_', '-')}-${(instant || createdTime).slice(0, 10)}.${format.toLowerCase()}`;
