import { glob, readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import type { ConsoleFiles, FilePatterns } from './console-files.ts';

/** The SDK's loops call operations, too: those of events always, those of messages where the console reads messages. */
const LOOP_FILES = [
  { loop: 'events', path: 'sdk/src/loops/events.ts' },
  { loop: 'messages', path: 'sdk/src/loops/messages.ts' },
  { loop: 'messages', path: 'sdk/src/loops/held-messages.ts' },
];

/**
 * Leaves operations and loops that none of the callers calls out of the SDK's client. They are methods of a class, which no bundler
 * removes; with them the first page would grow with every operation of the service.
 */
export function usedOperations(root: string, { callers, loops: loopsPath }: ConsoleFiles): Plugin {
  return {
    name: 'used-operations',
    async setup({ onLoad }) {
      const read = (path: string) => readFile(`${root}${path}`, 'utf8');
      const texts = await Promise.all((await pathsIn(root, callers)).map(read));
      const called = calledIn(texts);
      const loops = withMethods(await read(loopsPath), called);
      const loopFiles = LOOP_FILES.filter(({ loop }) => called.has(loop)).map(({ path }) => read(path));
      const operations = namedIn([...texts, loops, ...(await Promise.all(loopFiles))]);
      onLoad({ filter: endOf(loopsPath) }, () => ({ contents: loops, loader: 'ts' }));
      onLoad({ filter: /[\\/]generated[\\/]sdk\.gen\.ts$/ }, async ({ path }) => ({
        contents: withMethods(await readFile(path, 'utf8'), operations),
        loader: 'ts',
      }));
    },
  };
}

/** The address of a file, however the folders before it are written. */
const endOf = (path: string) =>
  new RegExp(`[\\\\/]${path.replaceAll(/[/.]/g, (sign) => (sign === '/' ? '[\\\\/]' : '\\.'))}$`);

/** In the order of their names. */
export async function pathsIn(root: string, { include, exclude = [] }: FilePatterns): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of glob(include, { cwd: root, exclude })) paths.push(path);
  return paths.toSorted();
}

/** The names of all methods that are called, on any object. */
export const calledIn = (texts: readonly string[]): ReadonlySet<string> => allIn(texts, /\.(\w+)\(/g);

/** The same with methods that are passed on. */
const namedIn = (texts: readonly string[]): ReadonlySet<string> => allIn(texts, /\.(\w+)\b/g);

const allIn = (texts: readonly string[], names: RegExp) =>
  new Set(texts.flatMap((text) => [...text.matchAll(names)].map(([, name = '']) => name)));

/** A class of the SDK with its constructor and these methods only. A method ends at the indentation at which it begins. */
export const withMethods = (text: string, names: ReadonlySet<string>): string =>
  text.replace(/^( +)(?:public )?(?!constructor\b)(\w+)(?:<[^(]*)?\(.*?\n\1\}\n/gms, (method, _indent, name: string) =>
    names.has(name) ? method : '',
  );
