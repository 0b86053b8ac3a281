import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withoutComments } from './comments.ts';
import { stripTypes } from './strip-types.ts';

/** A file as browsers get it. */
export type SourceFile = { readonly name: string; readonly type: string; readonly text: string };

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

const root = new URL('../../', import.meta.url);

/** The TypeScript files of a folder as JavaScript. They keep their names: one imports the other with the ending `.ts`. */
export async function scriptsIn(folder: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const name of await namesIn(folder, '**/*.ts')) {
    const text = withoutComments(await stripTypes(await readFile(new URL(`${folder}/${name}`, root), 'utf8')));
    // Of a file with nothing but types nothing is left, and no other file imports it.
    if (text.trim() !== '') files.push({ name, type: SCRIPT, text });
  }
  return files;
}

/** Every style sheet of a folder as one, `style.css` first: parts may rely on it. */
export async function styleIn(folder: string, before: string): Promise<SourceFile> {
  const names = (await namesIn(folder, '**/*.css')).toSorted(
    (a, b) => Number(b === 'style.css') - Number(a === 'style.css') || (a < b ? -1 : 1),
  );
  const texts = await Promise.all(names.map((name) => readFile(new URL(`${folder}/${name}`, root), 'utf8')));
  const chart = await readFile(new URL(import.meta.resolve('uplot/dist/uPlot.min.css')), 'utf8');
  return { name: 'style.css', type: STYLE, text: [before, chart, ...texts].join('\n') };
}

/** Sorted, so that the same files give the same hash on every machine. */
async function namesIn(folder: string, pattern: string): Promise<string[]> {
  const cwd = fileURLToPath(new URL(folder, root));
  const names: string[] = [];
  for await (const name of glob(pattern, { cwd })) names.push(name.replaceAll('\\', '/'));
  return names.toSorted();
}

type BrowserPackage = { readonly url: string; readonly end?: string };

/** Where the modules of the packages are. Each is one file that imports nothing but other packages of this list. */
const packages: Readonly<Record<string, BrowserPackage>> = {
  preact: { url: import.meta.resolve('preact') },
  'preact/hooks': { url: import.meta.resolve('preact/hooks') },
  htm: { url: import.meta.resolve('htm') },
  '@preact/signals': { url: import.meta.resolve('@preact/signals') },
  '@preact/signals-core': { url: import.meta.resolve('@preact/signals-core') },
  // Its module has 145 KB, with comments; the small build is a script that sets one variable.
  uplot: { url: import.meta.resolve('uplot/dist/uPlot.iife.min.js'), end: '\nexport default uPlot;\n' },
  oauth4webapi: { url: import.meta.resolve('oauth4webapi') },
};

/** The module of each package, by the name that imports it. */
export async function packageFiles(): Promise<[specifier: string, file: SourceFile][]> {
  return Promise.all(
    Object.entries(packages).map(async ([specifier, { url, end = '' }]): Promise<[string, SourceFile]> => {
      const text = (await readFile(new URL(url), 'utf8')).replace(/\n\/\/# sourceMappingURL=\S*\s*$/, '\n') + end;
      return [specifier, { name: `${specifier.replace(/^@/, '').replaceAll('/', '-')}.js`, type: SCRIPT, text }];
    }),
  );
}
