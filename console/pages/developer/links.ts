import type { VNode } from 'preact';
import { apiUrl } from '../../api-url.ts';
import { html } from '../../html.ts';
import { SDK_PATH } from './snippets.ts';

const links = [
  { path: '/docs', title: 'Reference', text: 'Every operation, with examples and a form to try it.' },
  { path: '/guides', title: 'Guides', text: 'Pricing, fees, events, webhooks, authorization: explained step by step.' },
  {
    path: '/postman.json',
    title: 'Postman collection',
    text: 'The same operations with examples to send: import this address.',
  },
  { path: '/openapi.json', title: 'OpenAPI document', text: 'For generators and tools.' },
  {
    path: SDK_PATH,
    title: 'SDK package',
    text: 'Every call in one import, for Node and browsers. npm installs it from its address.',
  },
];

/** What to read. These pages are of the service, not of the console. */
export const Links = (): VNode => html`<ul class="cards developer-links">
  ${links.map(({ path, title, text }) => html`<li key=${path} class="card"><a href=${`${apiUrl}${path}`}><strong>${title}</strong></a><p class="soft small">${text}</p></li>`)}
</ul>`;
