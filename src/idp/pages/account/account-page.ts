import { type Html, html } from '../../../pages/html.ts';
import type { Page, PageLink } from '../../../pages/page.ts';
import type { Exchange } from '../exchange.ts';
import { csrfToken } from '../form.ts';
import { providerPage } from '../provider-page.ts';

/** The parts of a person's account, in the order of the navigation. */
const SECTIONS = [
  { path: '/account', text: 'Profile' },
  { path: '/account/security', text: 'Security' },
  { path: '/account/sessions', text: 'Sessions' },
  { path: '/account/team', text: 'Team' },
  { path: '/grants', text: 'Connected applications' },
  { path: '/account/applications', text: 'Applications' },
] as const;

type Section = (typeof SECTIONS)[number]['path'];

type AccountPage = {
  title: string;
  /** Where the person is in the navigation. */
  section: Section;
  /** Who is signed in, as the page says it. */
  signedInAs: Html;
  /** What a form has just done. */
  notice?: string | undefined;
  body: Html;
  /** The address of the script for passkeys, on pages that use them. */
  script?: string | undefined;
};

/** A page of a person's own account: navigation, who is signed in, sign-out, and the way back to the console. */
export function accountPage(exchange: Exchange, view: AccountPage): Page {
  const { basePath } = exchange;
  const { title, section, signedInAs, notice, body, script } = view;
  return providerPage({
    ...{ title, script, width: 'wide' },
    links: linksOf(exchange, section),
    body: html`<div class="top"><h1>${title}</h1>
<form method="post" action="${basePath}/sign-out"><input type="hidden" name="csrf" value="${csrfToken(exchange)}"><button class="link">Sign out</button></form></div>
<p class="soft">${signedInAs}</p>
${notice === undefined ? undefined : html`<div class="note good" role="status"><p>${notice}</p></div>`}
${body}`,
  });
}

function linksOf({ basePath, consoleUrl, factors }: Exchange, section: Section): PageLink[] {
  const isOffered = (path: Section) => path !== '/account/security' || factors.setting !== 'off';
  const sections = SECTIONS.filter(({ path }) => isOffered(path)).map(({ path, text }) => ({
    href: `${basePath}${path}`,
    text,
    isCurrent: path === section,
  }));
  return consoleUrl === undefined ? sections : [...sections, { href: consoleUrl, text: 'Back to the console' }];
}
