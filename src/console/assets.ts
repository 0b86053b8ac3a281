import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { reachableFrom } from './preloads.ts';
import { packageFiles, type SourceFile, scriptsIn, styleIn } from './source-files.ts';

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
  /** By the part of the address after `/console/assets/`. */
  readonly files: ReadonlyMap<string, Asset>;
  /** Where the import map leads each bare name: keys of `files`. */
  readonly imports: Readonly<Record<string, string>>;
  /** The folder of the console's own files: the first part of their keys in `files`. */
  readonly own: string;
  /** What the first page needs: the browser loads it while it reads the page, not one level of imports after the other. */
  readonly first: readonly string[];
};

/** What the console shares with all other pages: their style sheet, and the mark as a file of its own. */
export type SharedLook = { readonly style: string; readonly mark: string };

/** The shell, and the page that most visits begin with. */
const FIRST = ['main.ts', 'pages/overview.ts'];

/** The name under which the console imports the SDK. */
const SDK = 'marketplace-seller-sdk';

/**
 * Reads, strips and compresses all files. The first part of an address is a hash of the content, so browsers keep a file for
 * ever and load only what a new version changed. The files of a folder share one hash: they import each other by relative paths,
 * which keep the folder of the importing file.
 */
export async function loadAssets({ style, mark }: SharedLook): Promise<Assets> {
  const files = new Map<string, Asset>();
  const imports: Record<string, string> = {};
  const add = async (group: readonly SourceFile[]): Promise<string> => {
    const folder = hash('sha256', JSON.stringify(group), 'hex').slice(0, 16);
    await Promise.all(group.map(async (file) => files.set(`${folder}/${file.name}`, await compressed(file))));
    return folder;
  };
  for (const [specifier, file] of await packageFiles()) imports[specifier] = `${await add([file])}/${file.name}`;
  const sdk = await scriptsIn('sdk/src');
  if (sdk.length > 0) imports[SDK] = `${await add(sdk)}/index.ts`;
  const icon = { name: 'mark.svg', type: 'image/svg+xml', text: mark };
  const own = await add([icon, await styleIn('console', style), ...(await scriptsIn('console'))]);
  return {
    files,
    imports,
    own,
    first: reachableFrom(
      FIRST.map((name) => `${own}/${name}`),
      files,
      imports,
    ),
  };
}

/** Made once: the best compression costs a second for all files together, on other threads. */
async function compressed({ type, text }: SourceFile): Promise<Asset> {
  const plain = Buffer.from(text);
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 10, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { etag: `"${hash('sha256', plain, 'base64url')}"`, type, plain, gzip: zipped, br };
}
