import type { Report } from 'marketplace-seller-sdk';
import { client } from '../../api.ts';

type Writer = { write(chunk: Uint8Array): Promise<void>; close(): Promise<void>; abort(): Promise<void> };
type Picker = (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<Writer> }>;

/** Above this a document goes straight to the disk, in browsers that can: a Blob may be held in memory. */
const STREAMED_BYTES = 50_000_000;

/**
 * Downloads the document, with the token that a link could not send, over cut connections. `onBytes` is called with the bytes so far.
 * False: the reader chose no place for it.
 */
export async function saveDocument(
  report: Report,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<boolean> {
  const { reportId, bytes = 0 } = report;
  const name = fileName(report);
  const pick = (window as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  let received = 0;
  const chunks = client.report({ reportId }, { signal }).bytes();
  const count = (chunk: Uint8Array) => {
    received += chunk.length;
    onBytes(received);
  };
  if (pick && bytes > STREAMED_BYTES) {
    const file = await pick({ suggestedName: name }).catch(() => undefined);
    if (file === undefined) return false;
    const writer = await file.createWritable();
    try {
      for await (const chunk of chunks) {
        await writer.write(chunk);
        count(chunk);
      }
    } catch (error) {
      await writer.abort();
      throw error;
    }
    await writer.close();
    return true;
  }
  const parts: BlobPart[] = [];
  for await (const chunk of chunks) {
    parts.push(chunk as Uint8Array<ArrayBuffer>);
    count(chunk);
  }
  const url = URL.createObjectURL(new Blob(parts));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read it only after this call.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return true;
}

/** `fees-2026-11-15.csv`. */
const fileName = ({ reportType, instant = '', createdTime, format }: Report): string =>
  `${reportType.toLowerCase().replaceAll('_', '-')}-${(instant || createdTime).slice(0, 10)}.${format.toLowerCase()}`;
