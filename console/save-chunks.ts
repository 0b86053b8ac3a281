type Writer = { write(chunk: Uint8Array): Promise<void>; close(): Promise<void>; abort(): Promise<void> };
type Picker = (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<Writer> }>;

type SaveOptions = {
  name: string;
  /** It goes straight to the disk, in browsers that can: a Blob may be held in memory. */
  isLarge: boolean;
  /** Called with the bytes so far. */
  onBytes: (bytes: number) => void;
};

/** Gives the browser a file to keep. False: the reader chose no place for it. Throws what `chunks` throws. */
export async function saveChunks(
  chunks: () => AsyncIterable<Uint8Array>,
  { name, isLarge, onBytes }: SaveOptions,
): Promise<boolean> {
  const pick = (window as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  let received = 0;
  const count = (chunk: Uint8Array) => {
    received += chunk.length;
    onBytes(received);
  };
  if (pick && isLarge) {
    const file = await pick({ suggestedName: name }).catch(() => undefined);
    if (file === undefined) return false;
    const writer = await file.createWritable();
    try {
      for await (const chunk of chunks()) {
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
  for await (const chunk of chunks()) {
    parts.push(chunk as Uint8Array<ArrayBuffer>);
    count(chunk);
  }
  saveBlob(new Blob(parts), name);
  return true;
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read it only after this call.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
