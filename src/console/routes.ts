import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notModified } from '../http/server/not-modified.ts';
import { unknownPath } from '../http/server/path-group.ts';
import { type Asset, type Assets, loadAssets, type SharedLook } from './assets.ts';
import { type ConsolePage, type ConsolePageKind, type ConsoleSettings, consolePage } from './console-page.ts';

export type ConsoleParts = {
  /** Read at each request: the embedded provider may move to another port. */
  readonly settings: () => ConsoleSettings;
  readonly look: SharedLook;
};

type Kept = ConsolePage & { readonly etag: string; readonly issuer: string };

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The console: one page for all its paths, and the files that it loads. Everything is in memory after the first request. */
export const consoleRoutes =
  ({ settings, look }: ConsoleParts) =>
  (scope: FastifyInstance): void => {
    const hidden = { schema: { hide: true } };
    const pages = new Map<ConsolePageKind, Kept>();
    let loading: Promise<Assets> | undefined;

    /** At the first request, so that the service does not start later for it. */
    const assets = () => {
      loading ??= loadAssets(look).catch((error) => {
        loading = undefined;
        throw error;
      });
      return loading;
    };

    const pageOf = async (kind: ConsolePageKind): Promise<Kept> => {
      const current = settings();
      const known = pages.get(kind);
      if (known?.issuer === current.issuer) return known;
      const page = consolePage(kind, current, await assets());
      const made = { ...page, etag: `"${hash('sha256', page.html, 'base64url')}"`, issuer: current.issuer };
      pages.set(kind, made);
      return made;
    };

    const showPage = (kind: ConsolePageKind) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { html, headers, etag } = await pageOf(kind);
      void reply.headers(headers);
      if (kind === 'callback') return html;
      void reply.header('etag', etag);
      return notModified(request, reply, etag) ?? html;
    };

    scope.get('/console', hidden, showPage('app'));
    scope.get('/console/*', hidden, showPage('app'));
    scope.get('/console/callback', hidden, showPage('callback'));
    // A service worker keeps its address through all versions, and works for the pages below that address.
    scope.get('/console/worker.js', hidden, async (request, reply) => {
      const { files, worker } = await assets();
      const asset = files.get(worker);
      if (!asset) throw unknownPath(request);
      void reply.header('Content-Security-Policy', "default-src 'none'");
      return sendAsset(asset, request, reply, 'no-cache');
    });
    scope.get('/console/assets/*', hidden, async (request, reply) => {
      const { '*': name } = request.params as { '*': string };
      const asset = (await assets()).files.get(name);
      if (!asset) throw unknownPath(request);
      return sendAsset(asset, request, reply);
    });
  };

function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply, caching = IMMUTABLE) {
  const coding = codingOf(request.headers['accept-encoding']);
  // Two forms of one file are two representations: each has its own strong tag (RFC 9110 8.8.3.3).
  const etag = coding === 'plain' ? asset.etag : asset.etag.replace(/"$/, `-${coding}"`);
  void reply.headers({
    'Content-Type': asset.type,
    'Cache-Control': caching,
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Accept-Encoding',
    ETag: etag,
  });
  if (coding !== 'plain') void reply.header('Content-Encoding', coding);
  return notModified(request, reply, etag) ?? reply.send(asset[coding]);
}

type Coding = 'br' | 'gzip' | 'plain';

/** Browsers send their codings without weights; `q=0` forbids one (RFC 9110 12.5.3). */
function codingOf(accepted: string | string[] | undefined): Coding {
  const names = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';', 1)[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'plain';
}
