import { html } from '../../../pages/html.ts';
import type { Page } from '../../../pages/page.ts';
import { siteLinks } from '../../../pages/site-links.ts';
import type { GuideFile, GuideFiles } from './guide-files.ts';
import { type Heading, renderGuide } from './guide-html.ts';
import { siteLinkOf } from './guide-links.ts';
import { guideSections } from './guide-list.ts';
import { searchForm } from './guide-search-page.ts';

/** The pages change only with the version of the service. */
const policy = { formAction: "'self'", referrer: 'no-referrer', cacheControl: 'public, max-age=300' } as const;

/** Shorter guides are read without a list of their sections. */
const MIN_SECTIONS = 4;

/** The contents of all guides. `base`: the public path. */
export function contentsPage({ guides, texts }: GuideFiles, base: string): Page {
  const section = ({ title, guides: listed }: (typeof guideSections)[number]) => html`<h2>${title}</h2>
<ul class="links">${listed.map(
    ({ name, says }) =>
      html`<li><a href="${base}/guides/${name}"><strong>${guides.get(name)?.title}</strong><span class="small soft">${says}</span></a></li>`,
  )}</ul>
`;
  return {
    title: 'Guides',
    width: 'document',
    links: siteLinks(base, '/guides'),
    policy,
    body: html`<h1>Guides</h1>
<p>How to use the service, and how to run it. Every operation with its fields is in the <a href="${base}/docs">API reference</a>.</p>
${searchForm(base)}${guideSections.map(section)}<h2 id="examples">Examples</h2>
<p>Programs and files that the guides explain.</p>
<ul>${[...texts.keys()].map((path) => html`<li><a href="${base}/guides/${path}"><code>${path}</code></a></li>`)}</ul>`,
  };
}

export function guidePage(name: string, { title, markdown, file }: GuideFile, files: GuideFiles, base: string): Page {
  const { body, sections } = renderGuide(markdown, (link) => {
    const { href, ...found } = siteLinkOf(link, file, files);
    return href?.startsWith('/') ? { ...found, href: `${base}${href}` } : { ...found, ...(href && { href }) };
  });
  const names = [...files.guides.keys()];
  const next = names[names.indexOf(name) + 1];
  return {
    title,
    width: 'document',
    links: siteLinks(base, '/guides'),
    script: body.text.includes('class="ways"') ? `${base}/guides/choice.js` : undefined,
    policy: { ...policy, hasImages: body.text.includes('<img ') },
    body: html`<h1>${title}</h1>
${sections.length >= MIN_SECTIONS && sectionList(sections)}${body}
<div class="foot small"><p><a href="${base}/guides">All guides</a> · <a href="${base}/guides/${name}.md" type="text/markdown">As Markdown</a></p>${
      next !== undefined && html`<p>Next: <a href="${base}/guides/${next}">${files.guides.get(next)?.title}</a></p>`
    }</div>
${searchForm(base)}`,
  };
}

const sectionList = (sections: readonly Heading[]) => html`<details class="contents"><summary>On this page</summary>
<ul>${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></details>
`;
