import { type Html, html } from '../../../pages/html.ts';
import type { Page, PageLink } from '../../../pages/page.ts';
import type { Account } from '../../accounts.ts';
import type { Exchange } from '../exchange.ts';
import { csrfToken } from '../form.ts';
import { providerPage } from '../provider-page.ts';
import type { ShownNotice } from './notice.ts';

/** The parts of a person's account, in the order of the navigation. `ofSeller`: it is about a seller, which an operator has not. */
const SECTIONS = [
  { path: '/account', text: 'Profile', ofSeller: false },
  { path: '/account/security', text: 'Security', ofSeller: false },
  { path: '/account/sessions', text: 'Sessions', ofSeller: false },
  { path: '/account/team', text: 'Team', ofSeller: true },
  { path: '/grants', text: 'Connected applications', ofSeller: true },
  { path: '/account/applications', text: 'Applications', ofSeller: true },
] as const;

type Section = (typeof SECTIONS)[number]['path'];
type Person = Pick<Account, 'email' | 'kind'>;

type AccountPage = {
  title: string;
  /** Whether the page says why a form did nothing: then its title in the browser begins with it. */
  isError?: boolean;
  /** Where the person is in the navigation. */
  section: Section;
  /** Who is signed in. */
  account: Person;
  /** The seller that the page is about, in words, and links to the person's other ones. */
  seller?: Html | undefined;
  otherSellers?: Html | undefined;
  /** What a form has just done. */
  notice?: ShownNotice | undefined;
  body: Html;
  /** The address of the script for passkeys, on pages that use them. */
  script?: string | undefined;
};

/** A page of a person's own account: navigation, who is signed in, sign-out, and the way back to the console. */
export function accountPage(exchange: Exchange, view: AccountPage): Page {
  const { basePath, consoleUrl } = exchange;
  const { title, isError = false, section, account, seller, otherSellers, notice, body, script } = view;
  // The console is for sellers: an operator cannot sign in there.
  const hasConsole = consoleUrl !== undefined && account.kind === 'seller';
  return providerPage({
    ...{ title: isError ? `Error: ${title.toLowerCase()}` : title, script, width: 'wide' },
    links: linksOf(exchange, account, section),
    back: hasConsole ? { href: consoleUrl, text: 'Back to the console' } : undefined,
    body: html`<div class="top"><h1>${title}</h1>
<form method="post" action="${basePath}/sign-out"><input type="hidden" name="csrf" value="${csrfToken(exchange)}"><button class="link">Sign out</button></form></div>
<p class="soft">${seller === undefined ? 'Signed' : html`${seller}, signed`} in as ${account.email}${otherSellers}</p>
${notice && noticeOf(notice)}
${body}`,
  });
}

const noticeOf = ({ text, isRefusal }: ShownNotice): Html =>
  isRefusal
    ? html`<div class="note bad" role="alert"><p>${text}</p></div>`
    : html`<div class="note good" role="status"><p>${text}</p></div>`;

function linksOf({ basePath, factors }: Exchange, { kind }: Person, section: Section): PageLink[] {
  const isOffered = ({ path, ofSeller }: (typeof SECTIONS)[number]) =>
    (path !== '/account/security' || factors.setting !== 'off') && !(ofSeller && kind === 'operator');
  return SECTIONS.filter(isOffered).map(({ path, text }) => ({
    href: `${basePath}${path}`,
    text,
    isCurrent: path === section,
  }));
}
