import { stripTypeScriptTypes } from 'node:module';
import { setImmediate } from 'node:timers/promises';

/**
 * The JavaScript of a TypeScript file with erasable types only: types become spaces, so every line keeps its number. The only
 * file that may import `node:module`. The pause lets requests run between two files: stripping blocks the event loop.
 */
export async function stripTypes(text: string): Promise<string> {
  await setImmediate();
  return withoutWarning(() => stripTypeScriptTypes(text, { mode: 'strip' }));
}

/** Node warns once that the function is experimental. Operators who read that on the first visit of the console could do nothing. */
function withoutWarning<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
