import { glob, readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Where the SDK's client is called: by the console, and by the SDK's own loops over pages. */
const CALLERS = ['console/**/*.ts', 'sdk/src/loops/*.ts'];

/**
 * Leaves operations that nobody here calls out of the SDK's client. They are methods of a class, which no bundler removes; with them the
 * first page would grow with every operation of the service.
 */
export function usedOperations(root: string): Plugin {
  return {
    name: 'used-operations',
    async setup({ onLoad }) {
      const called = calledIn(await textsOf(root));
      onLoad({ filter: /[\\/]sdk[\\/]src[\\/]generated[\\/]sdk\.gen\.ts$/ }, async ({ path }) => ({
        contents: withOperations(await readFile(path, 'utf8'), called),
        loader: 'ts',
      }));
    },
  };
}

async function textsOf(root: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of glob(CALLERS, { cwd: root })) names.push(name);
  return Promise.all(names.map((name) => readFile(`${root}${name}`, 'utf8')));
}

/** The names of all methods that are called, or passed on, on any object. */
export const calledIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(/\.(\w+)\b/g)].map(([, name = '']) => name)));

/** The generated client with these operations only. */
export const withOperations = (generated: string, names: ReadonlySet<string>): string =>
  generated.replace(/^ {4}public (\w+)<.*?\n {4}\}\n/gms, (method, name: string) => (names.has(name) ? method : ''));
