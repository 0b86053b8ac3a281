import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guideSections } from './guide-list.ts';

/** `docs` and `sdk` are in every installation: the guides are read from the same files as in the repository. */
const root = new URL('../../../../', import.meta.url);

/** Folders of files that guides link to. They are shown as text. */
const FOLDERS = ['docs/examples', 'plans'];
const IMAGES = 'docs/images';

/** `file` is the path from the root of the repository. */
export type GuideFile = { readonly title: string; readonly markdown: string; readonly file: string };

export type GuideFiles = {
  /** The Markdown of each guide, by its name. */
  readonly guides: ReadonlyMap<string, GuideFile>;
  /** Texts by their path under `/guides/`, such as `examples/push/sw.js`. */
  readonly texts: ReadonlyMap<string, string>;
  /** Pictures (PNG), by their path under `/guides/`. */
  readonly images: ReadonlyMap<string, Buffer>;
};

/** Reads all files that the guides consist of: no request can name another one. Rejects when one cannot be read. */
export async function readGuideFiles(): Promise<GuideFiles> {
  const listed = guideSections.flatMap(({ guides }) => guides);
  const guides = listed.map(async ({ name, file = `docs/${name}.md` }) => {
    const markdown = await read(file);
    return [name, { title: titleOf(markdown), markdown, file }] as const;
  });
  const texts = (await Promise.all(FOLDERS.map(filesIn))).flat().map(async (path) => {
    return [path.replace(/^docs\//, ''), await read(path)] as const;
  });
  const images = (await filesIn(IMAGES)).map(async (path) => {
    return [path.replace(/^docs\//, ''), await readFile(new URL(path, root))] as const;
  });
  return {
    guides: new Map(await Promise.all(guides)),
    texts: new Map(await Promise.all(texts)),
    images: new Map(await Promise.all(images)),
  };
}

const read = (path: string) => readFile(new URL(path, root), 'utf8');

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => relative(fileURLToPath(root), file)).toSorted();
}
