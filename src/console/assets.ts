import { hash } from 'node:crypto';
import { OneAtATime } from '../async/one-at-a-time.ts';
import { PreparedContent } from '../http/answers/prepared-content.ts';
import { bundleScripts } from './bundle.ts';
import type { ConsoleFiles } from './console-files.ts';
import { consoleStyles } from './styles.ts';

/** Everything that a console's pages consist of. */
export type Assets = {
  /** By the part of the address after `/assets/`: a name with a hash, so browsers keep a file for ever. */
  readonly files: ReadonlyMap<string, PreparedContent>;
  /** The names of what the page loads. */
  readonly start: string;
  readonly main: string;
  readonly style: string;
  readonly mark: string;
  /** Other scripts that `main` imports. */
  readonly first: readonly string[];
  /** What is in the pages themselves: the style of the frame, which is a file, too, the script that begins a sign-in, and the one that ends it. */
  readonly frameStyle: { readonly name: string; readonly text: string };
  readonly early: string;
  readonly callback: string;
  /** The service worker, where there is one: its address has no hash. */
  readonly worker: PreparedContent | undefined;
};

/** What the console shares with all other pages: their style sheet, and the mark as a file of its own. */
export type SharedLook = { readonly style: string; readonly mark: string };

/** Names change with the content. */
const fileHeaders = (type: string) => ({
  'Content-Type': type,
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/** esbuild has one process, and stopping it ends what another console is about to bundle. */
const bundling = new OneAtATime();

/** Bundles all files. esbuild is loaded when the first browser asks, and ends afterwards. */
export const loadAssets = (look: SharedLook, sources: ConsoleFiles): Promise<Assets> =>
  bundling.take('esbuild', () => bundle(look, sources));

async function bundle(look: SharedLook, sources: ConsoleFiles): Promise<Assets> {
  const [{ files: scripts, worker, ...rest }, styles] = await Promise.all([
    bundleScripts(sources),
    consoleStyles(look.style, sources.styles),
  ]);
  await (await import('esbuild')).stop();
  const style = named('style', 'css', 'text/css; charset=utf-8', styles.rest);
  const frame = named('frame', 'css', 'text/css; charset=utf-8', styles.frame);
  const mark = named('mark', 'svg', 'image/svg+xml', look.mark);
  const files = [...scripts, frame, style, mark].map(
    ({ name, type, content }) => [name, new PreparedContent(content, fileHeaders(type))] as const,
  );
  return {
    ...rest,
    files: new Map(files),
    style: style.name,
    mark: mark.name,
    frameStyle: { name: frame.name, text: styles.frame },
    worker: worker === undefined ? undefined : new PreparedContent(worker, workerHeaders),
  };
}

const workerHeaders = {
  ...fileHeaders('text/javascript; charset=utf-8'),
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': "default-src 'none'",
};

function named(name: string, ending: string, type: string, text: string) {
  return { name: `${name}-${hash('sha256', text, 'hex').slice(0, 16)}.${ending}`, type, content: Buffer.from(text) };
}
