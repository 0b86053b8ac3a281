import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile, OutputFile, Plugin } from 'esbuild';
import type { ConsoleFiles } from './console-files.ts';
import { usedOperations } from './used-operations.ts';

/** A file as browsers get it. Its name has a hash of its content. */
type BundledFile = { readonly name: string; readonly type: string; readonly content: Uint8Array };

export type Bundle = {
  readonly files: readonly BundledFile[];
  /** The script that signs in, and that of the console, which imports it. */
  readonly start: string;
  readonly main: string;
  /** What else `main` imports: the browser loads it while it reads the page, and not only when it has read `main`. */
  readonly first: readonly string[];
  /** Scripts that are in a page itself: the one that begins a sign-in, and that of the page that ends one. */
  readonly early: string;
  readonly callback: string;
  /** The text of the service worker, where the console has one. */
  readonly worker: string | undefined;
};

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What several pages share is a file of its own above this size, before compression. Smaller parts are loaded with `main`: a request costs more. */
const MIN_OWN_FILE_BYTES = 12_000;

/**
 * A console's scripts, the SDK and the packages in some ten files: one that signs in, one with what the first page needs, and one for each
 * other page.
 */
export async function bundleScripts(sources: ConsoleFiles): Promise<Bundle> {
  const { build } = await import('esbuild');
  const plugins = [usedOperations(root, sources)];
  const entryPoints = { start: sources.start, main: sources.main };
  const splitting = { ...options, alias: sources.sdk, entryPoints, plugins, splitting: true, metafile: true } as const;
  const single = async (entry: string) => {
    const { outputFiles } = await build({ ...options, format: 'iife', entryPoints: [entry] });
    return (outputFiles[0]?.text ?? '').trim();
  };
  const [tried, early, callback, worker] = await Promise.all([
    build(splitting),
    single('console/early.ts'),
    single('console/callback.ts'),
    sources.worker === undefined ? undefined : single(sources.worker),
  ]);
  const { outputFiles, metafile } = await build({
    ...splitting,
    plugins: [...plugins, together(tried.metafile, sources)],
  });
  const [start, main] = [outputWith(metafile, sources.start), outputWith(metafile, sources.main)];
  const first = staticImports(metafile, main).filter((path) => path !== start && path !== main);
  return {
    files: outputFiles.map(fileOf),
    start: basename(start),
    main: basename(main),
    first: first.map((path) => basename(path)),
    early,
    callback,
    worker,
  };
}

const options = {
  absWorkingDir: root,
  outdir: 'assets',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Puts all modules that `main` needs, and small ones that pages share, into one file. esbuild makes a file for each set of entry points
 * that reach the same modules; here every entry point reaches all of these.
 */
function together({ outputs }: Metafile, sources: ConsoleFiles): Plugin {
  const main = outputWith({ outputs, inputs: {} }, sources.main);
  const inMain = new Set(staticImports({ outputs, inputs: {} }, main));
  const isTogether = ([path, { entryPoint, bytes }]: [string, Metafile['outputs'][string]]) =>
    inMain.has(path) || (entryPoint === undefined && bytes < MIN_OWN_FILE_BYTES);
  const modules = Object.entries(outputs)
    .filter(isTogether)
    .flatMap(([, { inputs }]) => Object.keys(inputs));
  const entries = Object.values(outputs).flatMap(({ entryPoint = '' }) =>
    entryPoint.startsWith('console/') && entryPoint !== sources.start ? entryPoint : [],
  );
  const imports = modules
    .filter((path) => path.startsWith('console/'))
    .map((path) => `import ${JSON.stringify(`./${path}`)};`);
  return {
    name: 'together',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^together$/ }, ({ path }) => ({ path, namespace: 'together' }));
      onLoad({ filter: /.*/, namespace: 'together' }, () => ({ contents: imports.join('\n'), resolveDir: root }));
      onLoad({ filter: /[\\/]console[\\/].*\.ts$/ }, async ({ path }) => {
        if (!entries.some((entry) => path === `${root}${entry}`)) return undefined;
        return { contents: `${await readFile(path, 'utf8')}\nimport 'together';`, loader: 'ts' };
      });
    },
  };
}

const fileOf = ({ path, contents }: OutputFile): BundledFile => ({
  name: basename(path),
  type: 'text/javascript; charset=utf-8',
  content: contents,
});

/** The file that has a module in it. That of an entry point only imports this one where several entry points need the module. */
function outputWith({ outputs }: Metafile, module: string): string {
  const found = Object.entries(outputs).find(([, { inputs }]) => (inputs[module]?.bytesInOutput ?? 0) > 0);
  if (!found) throw new Error(`esbuild made no file of ${module}`);
  return found[0];
}

/** The output and everything that it imports at once. */
function staticImports({ outputs }: Metafile, path: string): string[] {
  const found = new Set([path]);
  for (const each of found) {
    for (const { path: imported, kind } of outputs[each]?.imports ?? []) {
      if (kind === 'import-statement') found.add(imported);
    }
  }
  return [...found];
}
