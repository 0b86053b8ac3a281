import { type Html, html } from '../../../pages/html.ts';
import type { Page } from '../../../pages/page.ts';
import type { Account } from '../../accounts.ts';
import type { FactorOutcome } from '../../factors/factor-changes.ts';
import { secondFactorOf } from '../../factors/factors.ts';
import { type Exchange, PageError, redirect, sendProviderPage } from '../exchange.ts';
import { recoveryCodeList } from '../recovery-code-list.ts';
import { accountPage } from './account-page.ts';
import { type Notice, type ShownNotice, setNotice } from './notice.ts';

/** The Security page and the pages behind it, which add a passkey or an app. */

export const SECURITY = '/account/security';

/** Throws a `PageError` where the operator offers no two-step sign-in. */
export function ensureOffered({ factors }: Exchange, account: Account): void {
  if (secondFactorOf(account, factors.setting) === 'off')
    throw new PageError(404, 'not_found', 'the operator does not offer two-step sign-in');
}

/** Throws a `PageError` for the sign-ins of a public demo, too: a stranger could lock all others out. */
export function ensureMayChange(exchange: Exchange, account: Account): void {
  ensureOffered(exchange, account);
  if (account.demo && exchange.isPublicDemo)
    throw new PageError(403, 'access_denied', 'the sign-ins of a public demo cannot be changed');
}

type Parts = {
  readonly title: string;
  readonly body: Html;
  /** What a form has just done. */
  readonly notice?: ShownNotice | undefined;
  /** Why a form did nothing, and the field that it is about: the same text stands beside that. */
  readonly problem?: string | undefined;
  readonly field?: string;
  readonly script?: string;
};

export function securityPage(exchange: Exchange, account: Account, parts: Parts): Page {
  const { title, notice, problem, field, script } = parts;
  return accountPage(exchange, {
    ...{ title, isError: problem !== undefined, section: SECURITY, notice, script },
    account,
    body: html`${
      problem &&
      html`<div class="note bad" role="alert"><h2>Nothing was changed</h2><p>${field === undefined ? problem : html`<a href="#${field}">${problem}</a>`}</p></div>\n`
    }${parts.body}`,
  });
}

/** New recovery codes are in the answer itself: they exist nowhere else. Everything else is a notice on the Security page. */
export function finishFactorChange(exchange: Exchange, account: Account, outcome: FactorOutcome, done: Notice): void {
  exchange.wakeMail();
  exchange.log.info({ accountId: account.id, change: done }, 'a person changed a factor');
  if ('codes' in outcome && outcome.codes !== undefined) {
    const body = html`${recoveryCodeList(outcome.codes)}<p><a class="button" href="${exchange.basePath}${SECURITY}">I have stored them</a></p>`;
    sendProviderPage(exchange, 200, securityPage(exchange, account, { title: 'Recovery codes', body }));
  } else {
    setNotice(exchange, account.id, done);
    redirect(exchange, `${exchange.basePath}${SECURITY}`);
  }
}

export const backLink = ({ basePath }: Exchange): Html =>
  html`<p class="small"><a href="${basePath}${SECURITY}">Back to Security</a></p>`;
