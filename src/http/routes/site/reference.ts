import { readFileSync } from 'node:fs';
import { type FastifyInstance, fastify } from 'fastify';
import { madeOnce } from '../../../async/made-once.ts';
import { type Brand, brandColors } from '../../../domain/brand.ts';
import { Html, html } from '../../../pages/html.ts';
import { iconOf, siteHeader } from '../../../pages/page.ts';
import { siteLinks } from '../../../pages/site-links.ts';
import { PreparedContent, PreparedPages } from '../../answers/prepared-content.ts';
import { openApiDocument } from '../../openapi/openapi.ts';
import type { DemoClient, SiteSettings } from './start-page.ts';

/** Scalar brings the style of the rest, and leaves room for a header of this height. */
const headerStyle = (brand: Brand) => {
  const { fill, onFill } = brandColors(brand.color);
  return new Html(`<style>
:root { --scalar-custom-header-height: 3.25rem; }
body { margin: 0; background: var(--scalar-background-1, Canvas); }
.site {
  position: sticky; top: 0; z-index: 20; font: 0.95rem/1.5 system-ui, sans-serif;
  background: var(--scalar-background-1, Canvas); color: var(--scalar-color-1, CanvasText);
  border-bottom: 1px solid var(--scalar-border-color, #d5dae3);
}
.site header {
  display: flex; align-items: center; gap: 1.25rem; box-sizing: border-box;
  height: calc(var(--scalar-custom-header-height) - 1px); padding: 0 1.25rem;
}
.site a { color: inherit; text-decoration: none; }
.site a:hover, .site [aria-current] { text-decoration: underline; text-underline-offset: .2em; }
.site .brand { display: flex; align-items: center; gap: .6rem; margin-right: auto; font-weight: 600; text-decoration: none; }
.site .mark { width: 1.75rem; height: 1.75rem; fill: ${fill}; }
.site .mark text { fill: ${onFill}; font: 650 18px system-ui, sans-serif; }
.site nav { display: flex; gap: 1.25rem; }
@media (max-width: 34rem) { .site .brand span:last-child { display: none; } }
</style>`);
};

/** In a demo its credentials are filled in: the first token is one click away. */
const pageOf = ({ brand, publicPath: base }: FastifyInstance, demoClient: DemoClient | undefined) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${iconOf(brand)}">
<title>API reference · ${brand.name}</title>
${headerStyle(brand)}
</head>
<body>
<div class="site">${siteHeader(brand, { links: siteLinks(base, '/docs') })}</div>
<main id="reference" data-base="${base}" data-client-id="${demoClient?.id}" data-client-secret="${demoClient?.secret}"></main>
<noscript>This page needs JavaScript. The same reference as a document: <a href="${base}/openapi.json">${base}/openapi.json</a>.</noscript>
<script src="${base}/docs/reference.js"></script>
<script src="${base}/docs/start.js"></script>
</body>
</html>
`.text;

/** The page loads nothing from other origins; this makes the browser enforce it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** All of it changes only with the version of the service. */
const CACHE = 'public, max-age=300';
/** The reference script is a thousand times larger than the rest, and changes with its package only. */
const SCRIPT_CACHE = 'public, max-age=3600';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** The OpenAPI document and a page to read it, which works without the internet. */
export const referenceRoutes = (demoClient: SiteSettings['demoClient']) => (scope: FastifyInstance) => {
  const hidden = { schema: { hide: true } };
  const start = new PreparedContent(readFileSync(new URL('reference-page.js', import.meta.url)), {
    'Content-Type': SCRIPT_TYPE,
    'Cache-Control': CACHE,
  });
  const pages = new PreparedPages();
  const document = madeOnce(async () => documentContent(JSON.stringify(await openApiDocument(scope))));
  const bundle = madeOnce(loadBundle);

  scope.get('/openapi.json', hidden, async (request, reply) => (await document()).send(request, reply));

  scope.get('/docs', hidden, async (request, reply) =>
    pages.of(pageOf(scope, await demoClient?.()), pageHeaders).send(request, reply),
  );

  scope.get('/docs/start.js', hidden, (request, reply) => start.send(request, reply));

  scope.get('/docs/reference.js', hidden, async (request, reply) => (await bundle()).send(request, reply));
};

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy,
  // A demo whose credentials were changed shows other ones.
  'Cache-Control': 'no-cache',
};

const documentContent = (text: string) =>
  new PreparedContent(text, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': CACHE,
    'Access-Control-Allow-Origin': '*',
  });

/**
 * The page's script ships only inside a Fastify plugin that takes a quarter of a second to load, so it is loaded on first use
 * and not at every start.
 */
async function loadBundle(): Promise<PreparedContent> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const carrier = fastify();
  await carrier.register(plugin, { routePrefix: '/docs', configuration: { content: {} } });
  const { rawPayload } = await carrier.inject('/docs/js/scalar.js');
  await carrier.close();
  return new PreparedContent(rawPayload, { 'Content-Type': SCRIPT_TYPE, 'Cache-Control': SCRIPT_CACHE });
}
