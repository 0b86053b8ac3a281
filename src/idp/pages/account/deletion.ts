import { html } from '../../../pages/html.ts';
import { type Account, emailKey } from '../../accounts.ts';
import { membershipsOf, membersOf } from '../../members.ts';
import { LastAdminError } from '../../operator/last-admin.ts';
import { removeOwnAccount } from '../../own-account-removal.ts';
import { type Exchange, PageError, redirect, sendProviderPage } from '../exchange.ts';
import { fieldProblem, invalidField } from '../field-problem.ts';
import { csrfToken, readForm } from '../form.ts';
import { providerPage } from '../provider-page.ts';
import { dropSessionCookie } from '../session.ts';
import { accountPage } from './account-page.ts';

/** `GET /account/delete` */
export function serveDeletion(exchange: Exchange, account: Account): Promise<void> {
  return showDeletion(exchange, account, { status: 200 });
}

/** `POST /account/delete` */
export async function submitDeletion(exchange: Exchange, account: Account): Promise<void> {
  const { db, log, now, basePath } = exchange;
  const form = await readForm(exchange);
  if (account.demo && exchange.isPublicDemo)
    throw new PageError(403, 'access_denied', 'the sign-ins of a public demo cannot be deleted');
  if (emailKey(form.get('email') ?? '') !== account.email)
    return showDeletion(exchange, account, { status: 400, problem: `Enter your address: ${account.email}` });
  const removing = removeOwnAccount(db, account, { nowMs: now(), facts: exchange.requestFacts() });
  const removal = await removing.catch(lastAdminProblem);
  if (removal.kind === 'last admin') return showDeletion(exchange, account, { status: 409, problem: removal.problem });
  if (removal.kind === 'last owner') {
    const problem = `You are the only owner of seller ${removal.sellerId}, which has other members. Make one of them an owner first.`;
    return showDeletion(exchange, account, { status: 409, problem });
  }
  exchange.wakeMail();
  log.info({ accountId: account.id }, 'a person deleted their account');
  dropSessionCookie(exchange);
  redirect(exchange, `${basePath}/account/deleted`);
}

function lastAdminProblem(error: unknown): { kind: 'last admin'; problem: string } {
  if (!(error instanceof LastAdminError)) throw error;
  return { kind: 'last admin', problem: `${error.message} Give another person operator:admin first.` };
}

/** `GET /account/deleted` */
export async function serveDeleted(exchange: Exchange): Promise<void> {
  const page = providerPage({
    title: 'Account deleted',
    body: html`<h1>Your account was deleted</h1>
<p role="status">You are signed out, and the access that you gave to applications has ended.</p>
${exchange.consoleUrl && html`<p><a href="${exchange.consoleUrl}">Back to the console</a></p>`}`,
  });
  sendProviderPage(exchange, 200, page);
}

type State = { status: number; problem?: string };

async function showDeletion(exchange: Exchange, account: Account, { status, problem }: State): Promise<void> {
  const { basePath } = exchange;
  const alone = await sellersLeftAlone(exchange, account);
  const page = accountPage(exchange, {
    ...{ title: 'Delete your account', isError: problem !== undefined, section: '/account' },
    account,
    body: html`${
      problem &&
      html`<div class="note bad" role="alert"><h2>Nothing was deleted</h2><ul><li><a href="#email">${problem}</a></li></ul></div>`
    }
<p>This cannot be undone:</p>
<ul><li>You cannot sign in any more. If you need it again, you have to be invited again.</li>
<li>Applications lose the access that you gave them. What other people of the same seller gave them stays.</li>
<li>Secrets that you created for own applications of a seller end after 24 hours, if other people work for it: they create new ones.</li>
<li>The audit log of each seller keeps the id of your membership. Earlier entries stay until their time ends.</li></ul>
${
  alone.length > 0 &&
  html`<div class="note bad"><p>Nobody else works for ${alone.join(', ')}: nobody can sign in for it then. The operator of the marketplace can invite somebody.</p></div>`
}
<form method="post" action="${basePath}/account/delete">
<input type="hidden" name="csrf" value="${csrfToken(exchange)}">
<div class="field"><label for="email">Your e-mail address, to confirm</label>
${fieldProblem(problem)}<input id="email" name="email" type="email" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="254" required${invalidField(problem)}></div>
<button class="danger">Delete my account</button> <a href="${basePath}/account/data">Cancel</a>
</form>`,
  });
  sendProviderPage(exchange, status, page);
}

/** The sellers for which nobody else works. */
async function sellersLeftAlone({ db }: Exchange, account: Account): Promise<string[]> {
  const sellers = (await membershipsOf(db, account.id, 'also disabled')).map(({ sellerId }) => sellerId);
  const teams = await Promise.all(sellers.map((sellerId) => membersOf(db, sellerId)));
  return sellers.filter((_, index) => teams[index]?.length === 1);
}
