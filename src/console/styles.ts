import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FilePatterns } from './console-files.ts';
import { pathsIn } from './used-operations.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What the page shows before its scripts are there: its frame. The rest relies on these, so they come first, in this order. */
const FRAME = [
  'console/style.css',
  'console/components/controls.css',
  'console/components/page-state.css',
  'console/components/sign-in.css',
  'console/shell/shell.css',
];

export type Styles = {
  /** In the page itself. */
  readonly frame: string;
  /** A file, for what the scripts show. */
  readonly rest: string;
};

/** Every style sheet of a console, small. `shared` is that of all pages. */
export async function consoleStyles(shared: string, patterns: FilePatterns): Promise<Styles> {
  const names = (await pathsIn(root, patterns)).filter((name) => !FRAME.includes(name));
  const read = (name: string) => readFile(`${root}${name}`, 'utf8');
  const [frame, rest, chart] = await Promise.all([
    Promise.all(FRAME.map(read)),
    Promise.all(names.map(read)),
    readFile(new URL(import.meta.resolve('uplot/dist/uPlot.min.css')), 'utf8'),
  ]);
  return { frame: await small([shared, ...frame]), rest: await small([chart, ...rest]) };
}

async function small(texts: readonly string[]): Promise<string> {
  const { transform } = await import('esbuild');
  const { code } = await transform(texts.join('\n'), { loader: 'css', minify: true, charset: 'utf8' });
  return code.trim();
}
