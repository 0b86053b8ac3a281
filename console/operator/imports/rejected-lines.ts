import { saveChunks } from '../../save-chunks.ts';
import { downloadStream } from '../download-stream.ts';

/** Gives the browser the rejected lines as CSV. Throws when the service does not give them. */
export async function downloadRejected(importId: string): Promise<void> {
  const path = `/operator/v1/imports/${encodeURIComponent(importId)}/rejected?format=CSV`;
  const name = `${importId}-rejected.csv`;
  await saveChunks(() => downloadStream(path), { name, isLarge: false, onBytes: () => {} });
}
