import type { VNode } from 'preact';
import { shellClient } from '../api.ts';
import { apiUrl } from '../api-url.ts';
import { type Call, latestCalls } from '../calls.ts';
import { CopyBlock } from '../components/copy-button.ts';
import { PageHeading } from '../components/page-heading.ts';
import { Tabs } from '../components/tabs.ts';
import { html } from '../html.ts';
import { marketplace } from '../marketplace.ts';
import type { PageProps } from '../page.ts';
import { hrefOf, setQuery } from '../router.ts';
import { settings } from '../settings.ts';
import { Links } from './developer/links.ts';
import { requestOf } from './developer/requests.ts';
import { clientSnippet, curlSnippet, installSnippet, sdkSnippet, tokenSnippet } from './developer/snippets.ts';

const languages = [
  { id: 'curl', label: 'curl' },
  { id: 'sdk', label: 'JavaScript SDK' },
];

/** How to make the calls of the page that the seller comes from. */
export function Page({ query }: PageProps): VNode {
  const language = query.get('language') === 'sdk' ? 'sdk' : 'curl';
  const { path, calls } = latestCalls();
  const shown = calls.length > 0 ? calls : firstCalls();
  return html`<${PageHeading} title="Developer" lead="The console uses nothing but the public API. Whatever it shows, your own program can ask for." />
    <${Links} />
    <section aria-labelledby="begin-title" class="developer-calls">
      <h2 id="begin-title">To begin with</h2>
      <${Step} title="Install the SDK" text="The package of this version of the service, without a token." code=${installSnippet(apiUrl)} />
      <${Step} title="The issuer" text="Of every token. An application that sellers connect compares it with iss in their answer; exchangeCode of the SDK takes it as issuer." code=${settings.issuer} />
    </section>
    <section aria-labelledby="calls-title" class="developer-calls">
      <h2 id="calls-title">${calls.length > 0 ? html`Calls of <a href=${hrefOf(path)}>${nameOf(path)}</a>` : 'Calls to begin with'}</h2>
      <p class="soft">${calls.length > 0 ? 'As the page made them last, with what you entered. Come back from another page to see its calls.' : 'Open any page, then come back: its calls are shown here.'}</p>
      <${Tabs} label="Language" tabs=${languages} current=${language} onChange=${(id: string) => setQuery({ language: id === 'sdk' ? id : undefined })}>
        <${Step} title=${language === 'sdk' ? 'Create a client' : 'Get a token'} text="CLIENT_ID and CLIENT_SECRET are those of your own application." code=${language === 'sdk' ? clientSnippet(apiUrl) : tokenSnippet(apiUrl)} />
        ${shown.map((call) => html`<${CallStep} key=${call.operation} call=${call} language=${language} />`)}
      <//>
    </section>`;
}

function CallStep({ call, language }: { call: Call; language: string }): VNode | undefined {
  const request = requestOf(shellClient, call);
  if (!request) return undefined;
  const code = language === 'sdk' ? sdkSnippet(call.operation, call.arguments) : curlSnippet(request);
  return html`<${Step} title=${call.operation} text=${html`<code>${request.method} ${request.url}</code>`} code=${code} />`;
}

const Step = ({ title, text, code }: { title: string; text: unknown; code: string }) =>
  html`<section class="developer-step"><h3>${title}</h3><p class="soft small">${text}</p><${CopyBlock} text=${code} of=${`the code of ${title}`} /></section>`;

/** `/what-if` is "What if"; the page of a listing has the name of its SKU. */
function nameOf(path: string): string {
  const [page = '', part] = path.split('/').slice(1);
  if (part !== undefined) return decodeURIComponent(part);
  const words = page.replaceAll('-', ' ') || 'overview';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const firstCalls = (): Call[] => [
  { operation: 'getMarketplaceParticipations', arguments: [] },
  { operation: 'listings', arguments: [{ query: { MarketplaceId: marketplace.value?.id } }] },
  { operation: 'events', arguments: [{ after: 0 }] },
];
