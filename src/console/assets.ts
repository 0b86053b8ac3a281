import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { bundleScripts, consoleStyle } from './bundle.ts';

/** A file in every form in which it is sent. */
export type Asset = {
  readonly etag: string;
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
};

/** Everything that the console's page loads. */
export type Assets = {
  /** By the part of the address after `/console/assets/`: a name with a hash, so browsers keep a file for ever. */
  readonly files: ReadonlyMap<string, Asset>;
  /** The names of what the pages load. */
  readonly main: string;
  readonly callback: string;
  readonly worker: string;
  readonly style: string;
  readonly mark: string;
  /** Scripts that the first page needs beside `main`. */
  readonly first: readonly string[];
};

/** What the console shares with all other pages: their style sheet, and the mark as a file of its own. */
export type SharedLook = { readonly style: string; readonly mark: string };

/** Bundles and compresses all files. */
export async function loadAssets(look: SharedLook): Promise<Assets> {
  const [{ files: scripts, ...names }, own] = await Promise.all([bundleScripts(), consoleStyle()]);
  const style = named('style', 'css', 'text/css; charset=utf-8', `${look.style}\n${own}`);
  const mark = named('mark', 'svg', 'image/svg+xml', look.mark);
  const files = await Promise.all(
    [...scripts, style, mark].map(
      async ({ name, type, content }) => [name, await compressed(type, Buffer.from(content))] as const,
    ),
  );
  return { ...names, files: new Map(files), style: style.name, mark: mark.name };
}

function named(name: string, ending: string, type: string, text: string) {
  return { name: `${name}-${hash('sha256', text, 'hex').slice(0, 16)}.${ending}`, type, content: Buffer.from(text) };
}

/** Made once, on other threads. Quality 11 would take three times as long and save 2 %. */
async function compressed(type: string, plain: Buffer): Promise<Asset> {
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 10, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { etag: `"${hash('sha256', plain, 'base64url')}"`, type, plain, gzip: zipped, br };
}
