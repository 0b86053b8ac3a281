import type { Sql } from '../../../db/db.ts';
import { html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import { recordChange } from '../../audit-entries.ts';
import { endSessions } from '../../cleanup.ts';
import { digest } from '../../secrets.ts';
import { endOneSession, sessionsOf } from '../../sessions.ts';
import { signInsOf } from '../../sign-in-attempts.ts';
import { type Exchange, redirect, sendProviderPage } from '../exchange.ts';
import { csrfToken, readForm } from '../form.ts';
import { currentSession, dropSessionCookie } from '../session.ts';
import { accountPage } from './account-page.ts';
import { setNotice, takeNotice } from './notice.ts';
import { sessionsBody } from './sessions-page.ts';

const PATH = '/account/sessions';
const SHOWN_SIGN_INS = 20;

/** `GET /account/sessions` */
export async function serveSessions(exchange: Exchange, account: Account): Promise<void> {
  const { db, now, basePath } = exchange;
  const view = {
    basePath,
    hidden: html`<input type="hidden" name="csrf" value="${csrfToken(exchange)}">`,
    sessions: await sessionsOf(db, account.id, now()),
    ownId: digest((await currentSession(exchange)).uid),
    attempts: await signInsOf(db, { accountId: account.id, limit: SHOWN_SIGN_INS }),
  };
  const page = accountPage(exchange, {
    title: 'Sessions',
    section: PATH,
    account,
    notice: takeNotice(exchange, account.id),
    body: sessionsBody(view),
  });
  sendProviderPage(exchange, 200, page);
}

/** `POST /account/sessions/end`: one session of the person's own. */
export async function submitSessionEnd(exchange: Exchange, account: Account): Promise<void> {
  const form = await readForm(exchange);
  const id = (form.get('session') ?? '').replaceAll('\0', '');
  const isEnded = await exchange.db.transaction(async (tx) => {
    const isFound = await endOneSession(tx, { id, accountId: account.id });
    if (isFound) await record(exchange, tx, account, 'end session');
    return isFound;
  });
  if (isEnded) {
    exchange.log.info({ accountId: account.id }, 'a person ended a session');
    setNotice(exchange, account.id, 'session ended');
  }
  redirect(exchange, `${exchange.basePath}${PATH}`);
}

/** `POST /account/sessions/end-all`: this browser, too. */
export async function submitSignOutEverywhere(exchange: Exchange, account: Account): Promise<void> {
  await readForm(exchange);
  await exchange.db.transaction(async (tx) => {
    await endSessions(tx, account.id);
    await record(exchange, tx, account, 'sign out everywhere');
  });
  exchange.log.info({ accountId: account.id }, 'a person signed out everywhere');
  dropSessionCookie(exchange);
  redirect(exchange, `${exchange.basePath}/sign-out`);
}

/** Sessions belong to the person: no seller reads the entry. */
function record({ now, requestFacts }: Exchange, tx: Sql, { id }: Account, operation: string): Promise<void> {
  const maker = { atMs: now(), who: { type: 'member', id }, from: requestFacts().address } as const;
  return recordChange(tx, maker, { operation, details: {} });
}
