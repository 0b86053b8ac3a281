import { BackgroundLoop } from '../../async/background-loop.ts';
import { claimImport } from '../../imports/claim.ts';
import { type ImportRunParts, ImportWork } from './import-work.ts';

const POLL_MS = 250;
const PAUSE_AFTER_FAILURE_MS = 2_000;

/** Runs imports one after the other, until it is stopped. */
export function runImports(
  parts: ImportRunParts,
  onFailure: (error: unknown) => void,
): { isBusy(): boolean; stop(): Promise<void> } {
  let isBusy = false;
  const loop = new BackgroundLoop({
    name: 'import work',
    async turn() {
      isBusy = true;
      try {
        return (await runNextImport(parts)) ? 0 : POLL_MS;
      } finally {
        isBusy = false;
      }
    },
    pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
    onFailure,
  });
  return { isBusy: () => isBusy, stop: () => loop.stop() };
}

/** Takes one import as far as it goes. False: there is none to work on. */
export async function runNextImport(parts: ImportRunParts): Promise<boolean> {
  const { db, now, signal } = parts;
  if (signal.aborted) return false;
  const claimed = await claimImport(db, now());
  if (claimed === undefined) return false;
  const work = new ImportWork(parts, claimed);
  try {
    await work.run();
  } finally {
    work.close();
  }
  return true;
}
