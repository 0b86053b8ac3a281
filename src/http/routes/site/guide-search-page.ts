import { type Html, html } from '../../../pages/html.ts';
import type { Page } from '../../../pages/page.ts';
import { siteLinks } from '../../../pages/site-links.ts';
import { type Found, type FoundSection, type GuideIndex, type Marked, searchGuides, wordsOf } from './guide-search.ts';

/** The search field of the guides: a plain form, because the pages have no script. */
export const searchForm = (base: string, words: readonly string[] = []): Html =>
  html`<form class="search" role="search" method="get" action="${base}/guides"><input type="search" name="q" aria-label="Search the guides" placeholder="Search the guides" maxlength="100" required value="${words.join(' ')}"><button>Search</button></form>
`;

/** The sections of the guides that a reader looks for. Undefined when the query has no words. `base`: the public path. */
export function searchPage(index: GuideIndex, query: string, base: string): Page | undefined {
  const words = wordsOf(query);
  if (words.length === 0) return undefined;
  const found = searchGuides(index, words);
  return {
    title: 'Search the guides',
    width: 'document',
    links: siteLinks(base, '/guides'),
    policy: { formAction: "'self'", referrer: 'no-referrer', cacheControl: 'public, max-age=300' },
    body: html`<h1>Guides</h1>
${searchForm(base, words)}${found.count === 0 ? nothing(words, base) : list(found, words, base)}
<div class="foot small"><p><a href="${base}/guides">All guides</a></p></div>`,
  };
}

const nothing = (words: readonly string[], base: string): Html =>
  html`<h2>Nothing found</h2>
<p>No section of the guides has ${words.length === 1 ? 'the word' : 'all of the words'} <strong>${words.join(' ')}</strong>. Try other words, or fewer. Operations and their fields are in the <a href="${base}/docs">API reference</a>.</p>`;

const list = ({ sections, count }: Found, words: readonly string[], base: string): Html =>
  html`<p class="soft">${count === 1 ? 'One section' : `${count} sections`} with <strong>${words.join(' ')}</strong>${
    count > sections.length && `; the first ${sections.length} are listed. More words give fewer`
  }.</p>
<ol class="found">${sections.map((section) => row(section, base))}</ol>`;

function row({ guide, title, heading, id, snippet }: FoundSection, base: string): Html {
  const href = `${base}/guides/${guide}${id && `#${id}`}`;
  return html`<li><a href="${href}">${heading}</a>${heading !== title && html` <span class="small soft">${title}</span>`}
<p class="small soft">${marked(snippet)}</p></li>
`;
}

const marked = (snippet: Marked): Html[] =>
  snippet.map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : html`${text}`));
