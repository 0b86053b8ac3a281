import type { FastifyInstance } from 'fastify';
import { OPERATOR_CONSOLE_PATH } from '../../../domain/authorization/console-client.ts';
import { type Html, html } from '../../../pages/html.ts';
import { type Page, writePage } from '../../../pages/page.ts';
import { siteLinks } from '../../../pages/site-links.ts';
import { PreparedPages } from '../../answers/prepared-content.ts';
import { prefersPage } from '../../requests/prefers-page.ts';
import { demoTriggerRoutes, policyOfTriggers, type TriggerEvent, triggerButtons } from './demo-triggers.ts';

export type DemoClient = {
  readonly id: string;
  readonly secret: string;
  /** The account of the same seller, for the console. Absent when somebody changed it: its password is then no longer public. */
  readonly signIn?: { readonly email: string; readonly password: string } | undefined;
  /** That of the operator, for its console. */
  readonly operatorSignIn?: { readonly email: string; readonly password: string } | undefined;
};

/** What this installation offers beside the API. */
export type SiteSettings = {
  /** A client whose secret is public, as long as there is one. Only a demo has it. */
  readonly demoClient?: (() => Promise<DemoClient | undefined>) | undefined;
  /** Makes the change of the market that causes an event. Only a demo has it. */
  readonly trigger?: TriggerEvent | undefined;
  /** The page that shows the webhooks of the demo. */
  readonly receiverUrl?: string | undefined;
  /** The page where sellers see and withdraw applications. */
  readonly grantsUrl?: (() => string | undefined) | undefined;
  /** Where to report a vulnerability: a `mailto:` or `https:` address. */
  readonly securityContact?: string | undefined;
};

/** `GET /`: a start page for browsers, the same links as JSON for programs. */
export const startRoutes = (settings: SiteSettings) => (scope: FastifyInstance) => {
  const kept = new PreparedPages();
  const isDemo = async () => (await settings.demoClient?.()) !== undefined;
  demoTriggerRoutes({ trigger: settings.trigger, receiverUrl: settings.receiverUrl }, isDemo)(scope);
  scope.get('/', {
    schema: { hide: true },
    handler: async (request, reply) => {
      const links = linksFor(settings, scope.publicPath);
      if (!prefersPage(request.headers.accept))
        return kept.of(JSON.stringify({ title: scope.brand.name, links }), jsonHeaders).send(request, reply);
      const origin = `${request.protocol}://${request.host}`;
      const note = demoNote(await settings.demoClient?.(), origin, scope.publicPath);
      const demo = note && html`${note}${settings.trigger && html`\n${triggerButtons(scope.publicPath)}`}`;
      const { html: text, headers } = writePage(startPage(links, scope, demo), scope.brand);
      return kept.of(text, { ...headers, Vary: 'Accept' }).send(request, reply);
    },
  });
};

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-cache',
  Vary: 'Accept',
};

/** Where an installation can be read about and looked at, by a name for programs. */
type Links = Readonly<Record<string, { readonly href: string; readonly title: string; readonly description: string }>>;

function linksFor(settings: SiteSettings, base: string): Links {
  const { receiverUrl } = settings;
  const grantsUrl = settings.grantsUrl?.();
  return {
    console: {
      href: `${base}/console`,
      title: 'Seller console',
      description: 'Where you stand, the net of a price after fees, and whether notifications arrive.',
    },
    operatorConsole: {
      href: `${base}${OPERATOR_CONSOLE_PATH}`,
      title: 'Operator console',
      description: "For the people of the marketplace's operator: market, sellers, deliveries, usage.",
    },
    reference: {
      href: `${base}/docs`,
      title: 'API reference',
      description: 'Every operation with its fields and examples. Try them in the browser.',
    },
    guides: {
      href: `${base}/guides`,
      title: 'Guides',
      description: 'Fees, prices, notifications and tokens explained; how to run the service.',
    },
    sdk: {
      href: `${base}/guides/sdk`,
      title: 'SDK',
      description: 'The whole API in one import, for Node and browsers: the first call in ten lines.',
    },
    openapi: {
      href: `${base}/openapi.json`,
      title: 'OpenAPI document',
      description: 'For generators and other tools.',
    },
    postman: {
      href: `${base}/postman.json`,
      title: 'Postman collection',
      description: 'Import this address: every operation with its example, and a token before the first request.',
    },
    health: {
      href: `${base}/health/ready`,
      title: 'Health',
      description: 'Whether the service and what it needs work.',
    },
    ...(grantsUrl && {
      applications: {
        href: grantsUrl,
        title: 'Connected applications',
        description: 'Sellers see and withdraw the applications that act for them.',
      },
    }),
    ...(receiverUrl && {
      receiver: { href: receiverUrl, title: 'Demo receiver', description: 'Shows the webhooks that the demo sends.' },
    }),
  };
}

type Site = Pick<FastifyInstance, 'brand' | 'publicPath'>;

function startPage(links: Links, { brand, publicPath }: Site, demo: Html | undefined): Page {
  return {
    title: 'Start',
    width: 'wide',
    links: siteLinks(publicPath, '/'),
    policy: demo
      ? { ...policyOfTriggers, cacheControl: 'no-cache' }
      : { formAction: "'none'", referrer: 'no-referrer', cacheControl: 'no-cache' },
    body: html`<h1>${brand.name}</h1>
<p>What will I pay, where do I stand, tell me when it changes, and let this application act for me: fees, prices, notifications and
authorization for sellers and the applications they connect.</p>
<ul class="links">${Object.values(links).map(
      ({ href, title, description }, n) =>
        html`<li${n === 0 && html` class="wide-item"`}><a href="${href}"${n === 0 && html` class="first"`}><strong>${title}</strong><span class="small soft">${description}</span></a></li>`,
    )}</ul>
${demo}`,
  };
}

function demoNote(client: DemoClient | undefined, origin: string, base: string): Html | undefined {
  if (!client) return undefined;
  const { id, secret, signIn, operatorSignIn } = client;
  return html`<h2>This is a demo</h2>
${signIn && html`<p>Sign in to the <a href="${base}/console">seller console</a> as <code>${signIn.email}</code> with the password <code>${signIn.password}</code>.</p>\n`}${operatorSignIn && html`<p>Sign in to the <a href="${base}/operator-console">operator console</a> as <code>${operatorSignIn.email}</code> with the password <code>${operatorSignIn.password}</code>.</p>\n`}<p>Its client <code>${id}</code> has the secret <code>${secret}</code>. Get an access token:</p>
<pre class="wrapped"><code>curl -s -u ${id}:${secret} -d grant_type=client_credentials ${origin}${base}/auth/v4/token</code></pre>
<p class="small soft">The <a href="${base}/docs">API reference</a> does the same in the browser.</p>`;
}
