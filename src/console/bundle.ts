import { glob, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';

/** A file as browsers get it. Its name has a hash of its content. */
type BundledFile = { readonly name: string; readonly type: string; readonly content: Uint8Array };

export type Bundle = {
  readonly files: readonly BundledFile[];
  /** The script of the console, that of the page that ends a sign-in, and the service worker. */
  readonly main: string;
  readonly callback: string;
  readonly worker: string;
  /** What the first page needs beside `main`: the browser loads it while it reads the page, not one level of imports after the other. */
  readonly first: readonly string[];
};

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The page that most visits begin with. The others are loaded when they are first shown. */
const FIRST_PAGE = 'console/pages/overview.ts';

/**
 * The console's scripts, the SDK and the packages in some 30 files. Without a bundler they are more than 200: twice as many bytes,
 * and a page waits for one level of imports after the other. esbuild is loaded when the first browser asks, and ends afterwards.
 */
export async function bundleScripts(): Promise<Bundle> {
  const { build, stop } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'console/main.ts', callback: 'console/callback.ts', worker: 'console/worker.ts' },
    alias: { 'marketplace-seller-sdk': './sdk/src/index.ts' },
    outdir: 'assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  await stop();
  const files = outputFiles.map(({ path, contents }) => ({
    name: basename(path),
    type: 'text/javascript; charset=utf-8',
    content: contents,
  }));
  const outputOf = (entry: string) => outputFor(metafile, entry);
  const main = outputOf('console/main.ts');
  const first = staticImports(metafile, [main, outputOf(FIRST_PAGE)]).filter((path) => path !== main);
  return {
    files,
    main: basename(main),
    callback: basename(outputOf('console/callback.ts')),
    worker: basename(outputOf('console/worker.ts')),
    first: first.map((path) => basename(path)),
  };
}

function outputFor({ outputs }: Metafile, entryPoint: string): string {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
  if (!found) throw new Error(`esbuild made no file of ${entryPoint}`);
  return found[0];
}

/** The outputs and everything that they import at once. */
function staticImports({ outputs }: Metafile, paths: readonly string[]): string[] {
  const found = new Set(paths);
  for (const path of found) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') found.add(imported);
    }
  }
  return [...found];
}

/** Every style sheet of the console as one, `style.css` first: parts may rely on it. */
export async function consoleStyle(): Promise<string> {
  const names: string[] = [];
  for await (const name of glob('console/**/*.css', { cwd: root })) names.push(name);
  const isFirst = (name: string) => Number(name === 'console/style.css');
  names.sort((a, b) => isFirst(b) - isFirst(a) || (a < b ? -1 : 1));
  const chart = await readFile(new URL(import.meta.resolve('uplot/dist/uPlot.min.css')), 'utf8');
  const texts = await Promise.all(names.map((name) => readFile(`${root}${name}`, 'utf8')));
  return [chart, ...texts].join('\n');
}
