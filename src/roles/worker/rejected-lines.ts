import { mkdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClaimedImport } from '../../imports/claim.ts';
import type { ImportFiles } from '../../imports/import-files.ts';
import { MAX_REJECTED_BYTES, MAX_REJECTED_LINES } from '../../imports/kept-rejects.ts';

/** The lines that one phase of an import rejects: in a file of this process until the phase ends. */
export class RejectedLines {
  readonly path: string;
  readonly #importId: string;

  constructor(workFolder: string, { run, phase }: ClaimedImport) {
    this.#importId = run.id;
    mkdirSync(workFolder, { recursive: true, mode: 0o700 });
    this.path = join(workFolder, `${run.id}-${phase}.jsonl`);
    this.remove();
  }

  remove(): void {
    rmSync(this.path, { force: true });
  }

  /** Why these are too many, in a sentence. */
  problem(count: number): string | undefined {
    const bytes = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    if (count <= MAX_REJECTED_LINES && bytes <= MAX_REJECTED_BYTES) return undefined;
    return `More than ${MAX_REJECTED_LINES.toLocaleString('en-US')} lines, or 200 MB of lines, are rejected: correct the file and send it again.`;
  }

  /** Stores them. None is an empty file: what there is, is what this phase found. */
  async keepIn(files: ImportFiles): Promise<void> {
    const writer = await files.writer(this.#importId, 'rejected');
    try {
      if (statSync(this.path, { throwIfNoEntry: false }) === undefined) return;
      const file = await open(this.path, 'r');
      for await (const chunk of file.createReadStream({ highWaterMark: 1 << 18 }))
        await writer.write(chunk as Uint8Array);
    } finally {
      await writer.end();
    }
  }
}
