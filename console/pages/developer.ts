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
import { pipSnippet, pythonClientSnippet, pythonSnippet } from './developer/python-snippets.ts';
import { type ApiRequest, requestOf } from './developer/requests.ts';
import { clientSnippet, curlSnippet, installSnippet, sdkSnippet, tokenSnippet } from './developer/snippets.ts';

type Language = {
  readonly id: string;
  readonly label: string;
  readonly begin: string;
  readonly beginning: (base: string) => string;
  readonly code: (call: Call, request: ApiRequest) => string;
};

const curl: Language = {
  id: 'curl',
  label: 'curl',
  begin: 'Get a token',
  beginning: tokenSnippet,
  code: (_, request) => curlSnippet(request),
};
const languages: readonly Language[] = [
  curl,
  {
    ...{ id: 'sdk', label: 'JavaScript SDK', begin: 'Create a client', beginning: clientSnippet },
    code: (call) => sdkSnippet(call.operation, call.arguments),
  },
  {
    ...{ id: 'python', label: 'Python SDK', begin: 'Create a client', beginning: pythonClientSnippet },
    code: (_, request) => pythonSnippet(request),
  },
];

/** How to make the calls of the page that the seller comes from. */
export function Page({ query }: PageProps): VNode {
  const language = languages.find(({ id }) => id === query.get('language')) ?? curl;
  const { path, calls } = latestCalls();
  const shown = calls.length > 0 ? calls : firstCalls();
  return html`<${PageHeading} title="Developer" lead="The console uses nothing but the public API. Whatever it shows, your own program can ask for." />
    <${Links} />
    <section aria-labelledby="begin-title" class="developer-calls">
      <h2 id="begin-title">To begin with</h2>
      <${Step} title="Install the SDK for JavaScript" text="The package of this version of the service, without a token." code=${installSnippet(apiUrl)} />
      <${Step} title="Install the SDK for Python" text="Python 3.11 or later; nothing else is fetched." code=${pipSnippet(apiUrl)} />
      <${Step} title="The issuer" text="Of every token. An application that sellers connect compares it with iss in their answer; exchangeCode of the SDK takes it as issuer." code=${settings.issuer} />
    </section>
    <section aria-labelledby="calls-title" class="developer-calls">
      <h2 id="calls-title">${calls.length > 0 ? html`Calls of <a href=${hrefOf(path)}>${nameOf(path)}</a>` : 'Calls to begin with'}</h2>
      <p class="soft">${calls.length > 0 ? 'As the page made them last, with what you entered. Come back from another page to see its calls.' : 'Open any page, then come back: its calls are shown here.'}</p>
      <${Tabs} label="Language" tabs=${languages} current=${language.id} onChange=${(id: string) => setQuery({ language: id === curl.id ? undefined : id })}>
        <${Step} title=${language.begin} text="CLIENT_ID and CLIENT_SECRET are those of your own application." code=${language.beginning(apiUrl)} />
        ${shown.map((call) => html`<${CallStep} key=${call.operation} call=${call} language=${language} />`)}
      <//>
    </section>`;
}

function CallStep({ call, language }: { call: Call; language: Language }): VNode | undefined {
  const request = requestOf(shellClient, call);
  if (!request) return undefined;
  const code = language.code(call, request);
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
