import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nameToRead } from './read-only.ts';

/** `ok`, what is damaged, or `late` when the file is too large to be read in time. */
export type QuickCheck = { readonly result: 'ok' | 'late' } | { readonly result: 'damaged'; readonly sign: string };

/**
 * Reads every page of the file (`PRAGMA quick_check`), in a process of its own: the statement reads for minutes in a large
 * file, blocks its process meanwhile, and cannot be stopped in any other way. Changes nothing.
 */
export function quickCheck(file: string, timeoutMs: number): Promise<QuickCheck> {
  const name = nameToRead(file);
  if (name === undefined) return Promise.resolve({ result: 'late' });
  const program = fileURLToPath(new URL('./quick-check-process.ts', import.meta.url));
  const { promise, resolve } = Promise.withResolvers<QuickCheck>();
  execFile(process.execPath, [program, name], { timeout: timeoutMs, killSignal: 'SIGKILL' }, (error, output) => {
    if (error?.killed) resolve({ result: 'late' });
    else if (error) resolve({ result: 'damaged', sign: lastLine(error.message) });
    else resolve(output.trim() === 'ok' ? { result: 'ok' } : { result: 'damaged', sign: lastLine(output) });
  });
  return promise;
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
