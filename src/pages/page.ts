import type { Brand } from '../domain/brand.ts';
import { type Html, html } from './html.ts';
import { mark, markFile } from './mark.ts';
import { pageStyle } from './style.ts';

/** The content of a page, and how it must be sent. The operator's name is added when the page is written. */
export type Page = {
  title: string;
  /** The part of the installation, beside the operator's name in the header. */
  site?: string;
  body: Html;
  /** `document` is for long text with tables. */
  width?: 'narrow' | 'wide' | 'document';
  /** Links of the header. The first one is where the site's name leads. */
  links?: readonly PageLink[];
  /** Leads to the part of the installation from which people come. It stands beside the name, apart from the links. */
  back?: PageLink | undefined;
  /** Seconds after which the browser loads the page again. */
  refreshSeconds?: number | undefined;
  /** The address of a script of this site, for what a page cannot do without one. */
  script?: string | undefined;
  policy: PagePolicy;
};

export type PageLink = { readonly href: string; readonly text: string; readonly isCurrent?: boolean };

type PagePolicy = {
  /** Where the page's forms may lead: sources of `form-action`. */
  formAction: string;
  /** With `no-referrer` browsers send `Origin: null` with the page's own forms. */
  referrer: 'no-referrer' | 'same-origin';
  cacheControl: string;
  /** Whether it shows pictures of this site. */
  hasImages?: boolean;
};

/** A whole page and the headers that it must be sent with. */
export type WrittenPage = { readonly html: string; readonly headers: Readonly<Record<string, string>> };

/** A page for people: nothing loaded from elsewhere, the one style sheet, and no script unless the page names one of this site. */
export function writePage(page: Page, brand: Brand): WrittenPage {
  const { title, body, width = 'narrow', links, refreshSeconds, script, policy } = page;
  const style = pageStyle(brand);
  const written = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="${iconOf(brand)}">
${refreshSeconds && html`<meta http-equiv="refresh" content="${refreshSeconds}">\n`}<title>${title} · ${brand.name}</title>
${style.element}
${script !== undefined && html`<script src="${script}" defer></script>\n`}</head>
<body class="${width}">
${links && html`<a class="skip" href="#main">Skip to the content</a>\n`}${siteHeader(brand, page)}
<main id="main">
${body}
</main>
</body>
</html>
`;
  return { html: written.text, headers: headersOf(policy, style.source, script !== undefined) };
}

/** The icon of a window or a tab, for `<link rel="icon">`. */
export const iconOf = (brand: Brand) => `data:image/svg+xml,${encodeURIComponent(markFile(brand))}`;

/** The operator's mark and name, the part of the installation, and the links when it has some. */
export function siteHeader(brand: Brand, { site, links = [], back }: Pick<Page, 'site' | 'links' | 'back'>): Html {
  const name = html`${mark(brand)}<span>${brand.name}</span>${site !== undefined && html`<span class="site">${site}</span>`}`;
  const [home] = links;
  if (!home) return html`<header><span class="brand">${name}</span></header>`;
  const items = links.map(
    ({ href, text, isCurrent }) => html`<a href="${href}"${isCurrent && html` aria-current="page"`}>${text}</a>`,
  );
  return html`<header><a class="brand" href="${home.href}">${name}</a>${back && html`<span class="back"><a href="${back.href}">${back.text}</a></span>`}<nav aria-label="Site">${items}</nav></header>`;
}

function headersOf(
  { formAction, referrer, cacheControl, hasImages }: PagePolicy,
  styleSource: string,
  hasScript: boolean,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${styleSource}`,
    ...(hasScript ? ["script-src 'self'"] : []),
    // The icon is in the page: every server that shows pages would need a route for it.
    hasImages ? "img-src 'self' data:" : 'img-src data:',
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
