import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { madeOnce } from '../async/made-once.ts';
import { PreparedContent } from '../http/answers/prepared-content.ts';
import { unknownPath } from '../http/requests/known-paths.ts';
import { loadAssets, type SharedLook } from './assets.ts';
import type { ConsoleFiles } from './console-files.ts';
import { type ConsolePageKind, type ConsoleSettings, consolePage } from './console-page.ts';

type Kept = { readonly content: PreparedContent; readonly settings: string };

/** What a console is: the path of its pages, its files, and how it looks. */
export type Console = { readonly path: string; readonly files: ConsoleFiles; readonly look: SharedLook };

/**
 * A console: one page for all its paths, and the files that it loads. Everything is in memory after the first request. `settings` are
 * read at each request: the embedded provider may move to another port, another one may not answer yet.
 */
export const consoleRoutes =
  (settings: () => Promise<ConsoleSettings>, { path, files, look }: Console) =>
  (scope: FastifyInstance): void => {
    const hidden = { schema: { hide: true } };
    const pages = new Map<ConsolePageKind, Kept>();
    /** At the first request, so that the service does not start later for it. */
    const assets = madeOnce(() => loadAssets(look, files));

    const pageOf = async (kind: ConsolePageKind): Promise<PreparedContent> => {
      const current = await settings();
      const known = pages.get(kind);
      const text = JSON.stringify(current);
      if (known?.settings === text) return known.content;
      const { html, headers } = consolePage(kind, current, await assets());
      const content = new PreparedContent(html, headers);
      pages.set(kind, { content, settings: text });
      return content;
    };

    const showPage = (kind: ConsolePageKind) => async (request: FastifyRequest, reply: FastifyReply) =>
      (await pageOf(kind)).send(request, reply);

    scope.get(path, hidden, showPage('app'));
    scope.get(`${path}/*`, hidden, showPage('app'));
    scope.get(`${path}/callback`, hidden, showPage('callback'));
    // A service worker keeps its address through all versions, and works for the pages below that address.
    if (files.worker !== undefined)
      scope.get(`${path}/worker.js`, hidden, async (request, reply) => (await assets()).worker?.send(request, reply));
    scope.get(`${path}/assets/*`, hidden, async (request, reply) => {
      const { '*': name } = request.params as { '*': string };
      const file = (await assets()).files.get(name);
      if (!file) throw unknownPath(request);
      return file.send(request, reply);
    });
  };
