import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { madeOnce } from '../../../async/made-once.ts';
import { writePage } from '../../../pages/page.ts';
import { PreparedContent } from '../../answers/prepared-content.ts';
import { unknownPath } from '../../requests/known-paths.ts';
import type { GuideFiles } from './guide-files.ts';

/** The guides of `docs`, rendered from the same Markdown, and as Markdown. Each page is rendered at its first request and kept. */
export function guideRoutes(scope: FastifyInstance): void {
  const hidden = { schema: { hide: true } };
  const kept = new Map<string, PreparedContent>();
  const files = madeOnce(readFiles);

  const find = async (name: string): Promise<PreparedContent | undefined> => {
    const known = kept.get(name);
    if (known) return known;
    const made = await makePage(name, await files(), scope);
    if (made) kept.set(name, made);
    return made;
  };

  const index = madeOnce(async () => (await import('./guide-search.ts')).indexGuides(await files()));

  /** Neither kept nor compressed: there is no end of queries. Undefined for a query without a word. */
  const search = async (query: string): Promise<PreparedContent | undefined> => {
    const { searchPage } = await import('./guide-search-page.ts');
    const page = searchPage(await index(), query, scope.publicPath);
    if (!page) return undefined;
    const written = writePage(page, scope.brand);
    return new PreparedContent(written.html, written.headers, { isCompressed: false });
  };

  const llms = madeOnce(async () => {
    const { llmsText } = await import('./guide-markdown.ts');
    return new PreparedContent(llmsText(scope.brand.name, await files(), scope.documented.publicUrl), textHeaders);
  });
  scope.get('/llms.txt', hidden, async (request, reply) => (await llms()).send(request, reply));

  const choice = madeOnce(async () => {
    const text = await readFile(new URL('guide-choice.js', import.meta.url));
    return new PreparedContent(text, { ...textHeaders, 'Content-Type': 'text/javascript; charset=utf-8' });
  });
  scope.get('/guides/choice.js', hidden, async (request, reply) => (await choice()).send(request, reply));

  for (const path of ['/guides', '/guides/*']) {
    scope.get(path, hidden, async (request, reply) => {
      const name = (request.params as { '*'?: string })['*'] ?? '';
      const query = [(request.query as { q?: string | string[] }).q ?? ''].flat()[0] ?? '';
      const found = (name === '' && query !== '' ? await search(query) : undefined) ?? (await find(name));
      if (!found) throw unknownPath(request);
      return found.send(request, reply);
    });
  }
}

/** Loaded on first use: most starts never show a guide. */
const readFiles = async () => (await import('./guide-files.ts')).readGuideFiles();

type Site = Pick<FastifyInstance, 'brand' | 'publicPath'>;

async function makePage(
  name: string,
  files: GuideFiles,
  { brand, publicPath }: Site,
): Promise<PreparedContent | undefined> {
  const { contentsPage, guidePage } = await import('./guide-pages.ts');
  const guide = files.guides.get(name);
  const text = files.texts.get(name);
  if (text !== undefined) return new PreparedContent(text, textHeaders);
  const asMarkdown = name.endsWith('.md') ? files.guides.get(name.slice(0, -'.md'.length)) : undefined;
  if (asMarkdown) {
    const { guideMarkdown } = await import('./guide-markdown.ts');
    return new PreparedContent(guideMarkdown(asMarkdown, files, publicPath), markdownHeaders);
  }
  const image = files.images.get(name);
  if (image) return new PreparedContent(image, imageHeaders);
  if (name !== '' && !guide) return undefined;
  const page = writePage(guide ? guidePage(name, guide, files, publicPath) : contentsPage(files, publicPath), brand);
  return new PreparedContent(page.html, page.headers);
}

const textHeaders = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'public, max-age=300',
};

const markdownHeaders = { ...textHeaders, 'Content-Type': 'text/markdown; charset=utf-8' };

const imageHeaders = { ...textHeaders, 'Content-Type': 'image/png', 'X-Content-Type-Options': 'nosniff' };
