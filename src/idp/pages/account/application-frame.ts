import { type Html, html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import type { Member } from '../../members.ts';
import { type Exchange, sendProviderPage } from '../exchange.ts';
import { timeElement } from '../time-elements.ts';
import { accountPage } from './account-page.ts';
import { secretBody } from './applications-page.ts';
import { takeNotice } from './notice.ts';

/** Who reads a page; `reader` is undefined when the person works for no seller. */
type People = { account: Account; reader: Member | undefined };

/** `otherSellers`: links to the person's other sellers. */
type Shown = People & { status: number; title: string; isError?: boolean; body: Html; otherSellers?: Html | undefined };

/** A page about the seller's own applications. */
export function showApplicationPage(exchange: Exchange, shown: Shown): void {
  const { status, title, isError = false, account, reader, body, otherSellers } = shown;
  const page = accountPage(exchange, {
    ...{ title, isError, section: '/account/applications' },
    ...{ account, otherSellers },
    seller: reader && html`Seller <strong>${reader.sellerId}</strong>`,
    notice: takeNotice(exchange, account.id),
    body,
  });
  sendProviderPage(exchange, status, page);
}

type ShownSecret = { id: string; secret: string; expiresAt: number | undefined; others?: string | Html };

/** The response to a form that made a secret. `others`: what becomes of the secrets before it. */
export function showSecret(exchange: Exchange, people: People, shown: ShownSecret): void {
  const { id, secret, expiresAt, others } = shown;
  const sentences = [
    ...(expiresAt === undefined ? [] : [html`It works until ${timeElement(expiresAt)}.`]),
    ...(others === undefined ? [] : [others]),
  ];
  const body = secretBody({ basePath: exchange.basePath, id, secret, sentences });
  showApplicationPage(exchange, { status: 200, title: 'New secret', ...people, body });
}
