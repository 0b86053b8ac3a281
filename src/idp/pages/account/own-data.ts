import { html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import { ownDataOf } from '../../own-data.ts';
import { type Exchange, PageError, sendProviderPage } from '../exchange.ts';
import { accountPage } from './account-page.ts';

/** `GET /account/data` */
export async function serveOwnData(exchange: Exchange, account: Account): Promise<void> {
  const { basePath } = exchange;
  const page = accountPage(exchange, {
    title: 'Your data',
    section: '/account',
    account,
    body: html`<h2>Download</h2>
<p>A file with what is stored about you: your profile, the sellers you work for, your sessions and sign-ins, your passkeys by name, the access that you gave to applications, and the secrets that you created for them (without the secrets).</p>
<p><a class="button" href="${basePath}/account/data/download">Download your data</a></p>
<h2>Delete your account</h2>
<p>Your sign-in ends for good, and so does the access that you gave to applications.</p>
<p><a href="${basePath}/account/delete">Delete your account</a></p>`,
  });
  sendProviderPage(exchange, 200, page);
}

/** `GET /account/data/download` */
export async function serveOwnDataFile(exchange: Exchange, account: Account): Promise<void> {
  const { db, now, log, res } = exchange;
  const data = await ownDataOf(db, account.id, now());
  if (data === undefined) throw new PageError(404, 'not_found', 'there is nothing at this address');
  log.info({ accountId: account.id }, 'a person downloaded their data');
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': 'attachment; filename="my-data.json"',
    'Cache-Control': 'no-store',
  });
  res.end(`${JSON.stringify(data, undefined, 2)}\n`);
}
