import { HOUR_MS } from '../../../domain/duration.ts';
import { html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import {
  type ChangeRefusal,
  changeApplicationRights,
  endApplicationSecret,
  type OnApplicationChange,
  type OwnApplicationChange,
  removeApplication,
  rotateApplicationSecret,
  setApplicationDisabled,
} from '../../application-changes.ts';
import { recordChange } from '../../audit-entries.ts';
import type { Member } from '../../members.ts';
import { expiryOf } from '../../stored-secrets.ts';
import { changeMaker } from '../change-maker.ts';
import { type Exchange, PageError, redirect } from '../exchange.ts';
import { readForm } from '../form.ts';
import { memberOfForm } from '../signed-in-member.ts';
import { timeElement } from '../time-elements.ts';
import { showSecret } from './application-frame.ts';
import { OVERLAP_HOURS } from './application-page.ts';
import { type Notice, setNotice } from './notice.ts';

type ApplicationForm = { form: URLSearchParams; actor: Member; change: OwnApplicationChange };

/** A form of these pages: who sends it, for which seller and application. */
export async function applicationForm(exchange: Exchange, account: Account): Promise<ApplicationForm> {
  const form = await readForm(exchange);
  if (account.demo && exchange.isPublicDemo)
    throw new PageError(403, 'access_denied', 'the applications of a public demo cannot be changed');
  const actor = await memberOfForm(exchange, form);
  const clientId = (form.get('id') ?? '').replaceAll('\0', '');
  return { form, actor, change: { sellerId: actor.sellerId, actorId: actor.id, clientId, now: exchange.now() } };
}

/** `POST /account/applications/rotate`: the response has the new secret. */
export async function submitRotation(exchange: Exchange, account: Account): Promise<void> {
  const { form, actor, change } = await applicationForm(exchange, account);
  const hours = OVERLAP_HOURS.find((one) => String(one) === form.get('overlap'));
  if (hours === undefined) throw new PageError(400, 'invalid_request', 'the form has no overlap');
  const expiresAt = expiryOf(change.now, exchange.secretDays);
  const rotation = { ...change, secretsVersion: Number(form.get('version')), overlapMs: hours * HOUR_MS, expiresAt };
  const rotated = await rotateApplicationSecret(exchange.db, rotation, recordingOf(exchange, actor, 'rotate secret'));
  if (rotated === 'changed meanwhile') return goToApplication(exchange, account, change.clientId, 'secret was shown');
  if (typeof rotated === 'string') throw refusal(rotated);
  const { previousEndsAt, secret } = rotated;
  const others =
    previousEndsAt === undefined
      ? 'No other secret of this application works any more.'
      : html`The secret that was used last works until ${timeElement(previousEndsAt)}.`;
  showSecret(exchange, { account, reader: actor }, { id: change.clientId, secret, expiresAt, others });
}

/** `POST /account/applications/end-secret` */
export async function submitSecretEnd(exchange: Exchange, account: Account): Promise<void> {
  const { form, actor, change } = await applicationForm(exchange, account);
  const secretId = form.get('secret') ?? '';
  const record = recordingOf(exchange, actor, 'end secret');
  const result = await endApplicationSecret(exchange.db, { ...change, secretId }, record);
  finish(exchange, account, { result, clientId: change.clientId, notice: 'secret ended' });
}

/** `POST /account/applications/rights` */
export async function submitRights(exchange: Exchange, account: Account): Promise<void> {
  const { form, actor, change } = await applicationForm(exchange, account);
  const had = (form.get('had') ?? '').split(' ');
  const ticked = form.getAll('right');
  const added = ticked.filter((right) => !had.includes(right));
  const removed = had.filter((right) => !ticked.includes(right));
  const record = recordingOf(exchange, actor, 'change rights');
  const result = await changeApplicationRights(exchange.db, { ...change, added, removed }, record);
  finish(exchange, account, { result, clientId: change.clientId, notice: 'rights changed' });
}

/** `POST /account/applications/disable` */
export const submitDisabling = (exchange: Exchange, account: Account) => setDisabled(exchange, account, 'disabled');

/** `POST /account/applications/enable` */
export const submitEnabling = (exchange: Exchange, account: Account) => setDisabled(exchange, account, 'enabled');

async function setDisabled(exchange: Exchange, account: Account, state: 'disabled' | 'enabled'): Promise<void> {
  const { actor, change } = await applicationForm(exchange, account);
  const operation = state === 'disabled' ? 'disable application' : 'enable application';
  const record = recordingOf(exchange, actor, operation);
  const result = await setApplicationDisabled(exchange.db, { ...change, state }, record);
  finish(exchange, account, { result, clientId: change.clientId, notice: `application ${state}` });
}

/** `POST /account/applications/remove` */
export async function submitApplicationRemoval(exchange: Exchange, account: Account): Promise<void> {
  const { form, actor, change } = await applicationForm(exchange, account);
  if (form.get('sure') !== 'yes') return goToApplication(exchange, account, change.clientId, 'nothing removed');
  const result = await removeApplication(exchange.db, change, recordingOf(exchange, actor, 'remove application'));
  if (result !== 'done') throw refusal(result);
  setNotice(exchange, account.id, 'application removed');
  redirect(exchange, `${exchange.basePath}/account/applications`);
}

type Finished = { result: 'done' | ChangeRefusal; clientId: string; notice: Notice };

function finish(exchange: Exchange, account: Account, { result, clientId, notice }: Finished): void {
  if (result !== 'done' && result !== 'changed meanwhile') throw refusal(result);
  goToApplication(exchange, account, clientId, result === 'done' ? notice : 'changed meanwhile');
}

/** The page of the application, which says what was done. */
export function goToApplication(exchange: Exchange, account: Account, clientId: string, notice: Notice): void {
  setNotice(exchange, account.id, notice);
  redirect(exchange, `${exchange.basePath}/account/applications/manage?id=${encodeURIComponent(clientId)}`);
}

/** Another seller's application is as missing as one that does not exist. */
export const refusal = (reason: ChangeRefusal): PageError =>
  reason === 'missing'
    ? new PageError(404, 'not_found', 'there is no such application')
    : new PageError(403, 'access_denied', 'your role may not change this application');

export const recordingOf =
  (exchange: Exchange, actor: Member, operation: string): OnApplicationChange =>
  (tx, details) =>
    recordChange(tx, changeMaker(exchange, actor), { operation, sellerId: actor.sellerId, details });
