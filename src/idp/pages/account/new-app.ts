import { html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import { addApp } from '../../factors/factor-changes.ts';
import { newTotpSetup, readTotpSetup, type TotpSetup } from '../../factors/totp.ts';
import { appSetupFields } from '../app-setup.ts';
import { type Exchange, redirect, sendProviderPage } from '../exchange.ts';
import { factorOwnerOf } from '../factor-owner.ts';
import { csrfField, readForm } from '../form.ts';
import { backLink, ensureMayChange, finishFactorChange, SECURITY, securityPage } from './security-frame.ts';

const PATH = `${SECURITY}/app`;

/** `GET /account/security/app` */
export async function serveNewApp(exchange: Exchange, account: Account): Promise<void> {
  ensureMayChange(exchange, account);
  return showNewApp(exchange, account, await newTotpSetup(exchange.factors.key, account.id, exchange.now()));
}

/** `POST /account/security/app` */
export async function submitNewApp(exchange: Exchange, account: Account): Promise<void> {
  const form = await readForm(exchange);
  ensureMayChange(exchange, account);
  const setup = readTotpSetup(exchange.factors.key, account.id, form.get('setup') ?? '', exchange.now());
  if (setup === undefined) return redirect(exchange, `${exchange.basePath}${PATH}`);
  const outcome = await addApp(factorOwnerOf(exchange, account), setup, form.get('code') ?? '');
  if ('problem' in outcome) return showNewApp(exchange, account, setup, outcome.problem);
  finishFactorChange(exchange, account, outcome, 'authenticator app added');
}

async function showNewApp(exchange: Exchange, account: Account, setup: TotpSetup, problem?: string): Promise<void> {
  const page = securityPage(exchange, account, {
    ...{ title: 'Add an authenticator app', problem, field: 'code' },
    body: html`<div class="stack"><form method="post" action="${exchange.basePath}${PATH}">${csrfField(exchange)}
${await appSetupFields(exchange, account, setup, problem)}
<button class="main">Add the app</button></form>${backLink(exchange)}</div>`,
  });
  sendProviderPage(exchange, problem === undefined ? 200 : 400, page);
}
