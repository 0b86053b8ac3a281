import { type Html, html } from './html.ts';
import { styleElement, styleSource } from './style.ts';

type PageContent = {
  title: string;
  /** Who speaks to the reader: shown in the header and in the title of the window. */
  site: string;
  body: Html;
  /** `document` is for long text with tables. */
  width?: 'narrow' | 'wide' | 'document';
  /** Links of the header. The first one is where the site's name leads. */
  links?: readonly PageLink[];
  /** Seconds after which the browser loads the page again. */
  refreshSeconds?: number | undefined;
  policy: PagePolicy;
};

export type PageLink = { readonly href: string; readonly text: string; readonly isCurrent?: boolean };

type PagePolicy = {
  /** Where the page's forms may lead: sources of `form-action`. */
  formAction: string;
  /** With `no-referrer` browsers send `Origin: null` with the page's own forms. */
  referrer: 'no-referrer' | 'same-origin';
  cacheControl: string;
};

/** A whole page and the headers that it must be sent with. */
export type Page = { readonly html: string; readonly headers: Readonly<Record<string, string>> };

/** A page for people: no script, nothing loaded from elsewhere, the one style sheet. */
export function renderPage({ title, site, body, width = 'narrow', links, refreshSeconds, policy }: PageContent): Page {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${refreshSeconds && html`<meta http-equiv="refresh" content="${refreshSeconds}">\n`}<title>${title} · ${site}</title>
${styleElement}
</head>
<body class="${width}">
${links && html`<a class="skip" href="#main">Skip to the content</a>\n`}${siteHeader(site, links)}
<main id="main">
${body}
</main>
</body>
</html>
`;
  return { html: page.text, headers: headersOf(policy) };
}

/** The name of the site, and its links when it has some. */
export function siteHeader(site: string, links: readonly PageLink[] = []): Html {
  const name = html`<span class="mark" aria-hidden="true">S</span><span>${site}</span>`;
  const [home] = links;
  if (!home) return html`<header><span class="brand">${name}</span></header>`;
  const items = links.map(
    ({ href, text, isCurrent }) => html`<a href="${href}"${isCurrent && html` aria-current="page"`}>${text}</a>`,
  );
  return html`<header><a class="brand" href="${home.href}">${name}</a><nav aria-label="Site">${items}</nav></header>`;
}

function headersOf({ formAction, referrer, cacheControl }: PagePolicy): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${styleSource}`,
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': referrer,
    'Cache-Control': cacheControl,
  };
}
