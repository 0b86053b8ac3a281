import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { openApiDocument } from '../server/openapi.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Marketplace Seller Service: API reference</title>
</head>
<body>
<main id="reference"></main>
<noscript>This page needs JavaScript. The same reference as a document: <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  servers: [{ url: location.origin }],
  defaultOpenAllTags: true,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'sellerAuth' },
});
`;

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

const CACHE_SECONDS = 3600;

/** The OpenAPI document and a page to read it, which works without the internet. */
export function referenceRoutes(scope: FastifyInstance): void {
  const hidden = { schema: { hide: true } };
  let document: string | undefined;
  let bundle: Promise<Buffer> | undefined;

  scope.get('/openapi.json', hidden, (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(scope));
    return reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(document);
  });

  scope.get('/docs', hidden, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', contentSecurityPolicy).send(page),
  );

  scope.get('/docs/start.js', hidden, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start));

  scope.get('/docs/reference.js', hidden, async (_request, reply) => {
    bundle ??= loadBundle();
    return reply
      .type('text/javascript; charset=utf-8')
      .header('content-encoding', 'gzip')
      .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
      .send(await bundle);
  });
}

/**
 * The page's script ships only inside a Fastify plugin that takes a quarter of a second to load, so it is loaded on first use
 * and not at every start. Cached compressed: every browser accepts gzip.
 */
async function loadBundle(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const carrier = fastify();
  await carrier.register(plugin, { routePrefix: '/docs', configuration: { content: {} } });
  const { rawPayload } = await carrier.inject('/docs/js/scalar.js');
  await carrier.close();
  return promisify(gzip)(rawPayload);
}
