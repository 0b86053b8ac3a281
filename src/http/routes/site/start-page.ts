import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../../../pages/html.ts';
import { type Page, renderPage } from '../../../pages/page.ts';
import { unknownPath } from '../../server/path-group.ts';
import { prefersPage } from '../../server/prefers-page.ts';
import { SITE, siteLinks } from './site-links.ts';

/** What this installation offers beside the API. */
export type SiteParts = {
  /** A client whose secret is public. Only a demo has one. */
  readonly demoClient?: { readonly id: string; readonly secret: string } | undefined;
  /** The page that shows the webhooks of the demo. */
  readonly receiverUrl?: string | undefined;
  /** The page where sellers see and withdraw applications. */
  readonly grantsUrl?: (() => string) | undefined;
};

/** `GET /`: a start page for browsers. Programs get what every unknown path answers. */
export const startRoutes = (parts: SiteParts) => (scope: FastifyInstance) => {
  scope.get('/', { schema: { hide: true } }, (request, reply) => {
    void reply.header('vary', 'accept');
    if (!prefersPage(request.headers.accept)) throw unknownPath(request);
    const page = startPage(parts, `${request.protocol}://${request.host}`);
    return reply.headers(page.headers).send(page.html);
  });
};

type Card = readonly [href: string, title: string, says: string];

function startPage(parts: SiteParts, origin: string): Page {
  const cards: Card[] = [
    ['/docs', 'API reference', 'Every operation with its fields and examples. Try them in the browser.'],
    ['/guides', 'Guides', 'Fees, prices, notifications and tokens explained; how to run the service.'],
    ['/openapi.json', 'OpenAPI document', 'For generators and other tools.'],
    ['/health/ready', 'Health', 'Whether the service and what it needs work.'],
    ...(parts.grantsUrl ? [grantsCard(parts.grantsUrl())] : []),
    ...(parts.receiverUrl ? [receiverCard(parts.receiverUrl)] : []),
  ];
  return renderPage({
    title: 'Start',
    site: SITE,
    width: 'wide',
    links: siteLinks('/'),
    policy: { formAction: "'none'", referrer: 'no-referrer', cacheControl: 'no-cache' },
    body: html`<h1>${SITE}</h1>
<p>What will I pay, where do I stand, tell me when it changes, and let this application act for me: fees, prices, notifications and
authorization for sellers and the applications they connect.</p>
<ul class="links">${cards.map(
      ([href, title, says]) =>
        html`<li><a href="${href}"><strong>${title}</strong><span class="small soft">${says}</span></a></li>`,
    )}</ul>
${parts.demoClient && demoNote(parts.demoClient, origin)}`,
  });
}

const grantsCard = (href: string): Card => [
  href,
  'Connected applications',
  'Sellers see and withdraw the applications that act for them.',
];

const receiverCard = (href: string): Card => [href, 'Demo receiver', 'Shows the webhooks that the demo sends.'];

const demoNote = ({ id, secret }: { id: string; secret: string }, origin: string): Html => html`<h2>This is a demo</h2>
<p>Its client <code>${id}</code> has the secret <code>${secret}</code>. Get an access token:</p>
<pre class="wrapped"><code>curl -s -u ${id}:${secret} -d grant_type=client_credentials ${origin}/auth/v4/token</code></pre>
<p class="small soft">The <a href="/docs">API reference</a> does the same in the browser.</p>`;
