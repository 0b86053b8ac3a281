import { managesApplications } from '../../../domain/authorization/roles.ts';
import { html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import { createApplication, MAX_APPLICATIONS } from '../../application-changes.ts';
import type { Member } from '../../members.ts';
import { applicationOf, applicationsOf } from '../../own-applications.ts';
import { randomHex } from '../../secrets.ts';
import { expiryOf } from '../../stored-secrets.ts';
import { type Exchange, PageError } from '../exchange.ts';
import { csrfToken } from '../form.ts';
import { sellerLinks, signedInMember } from '../signed-in-member.ts';
import { applicationForm, goToApplication, recordingOf, refusal } from './application-forms.ts';
import { showApplicationPage, showSecret } from './application-frame.ts';
import { applicationBody } from './application-page.ts';
import { applicationsBody, newApplicationBody } from './applications-page.ts';

/** `GET /account/applications` */
export async function serveApplications(exchange: Exchange, account: Account): Promise<void> {
  const reader = await managingMember(exchange, account);
  if (reader === undefined) return;
  const { db, basePath, now } = exchange;
  const applications = await applicationsOf(db, reader.sellerId);
  const body = applicationsBody({ basePath, applications, now: now() });
  const otherSellers = await sellerLinks(exchange, reader);
  showApplicationPage(exchange, { status: 200, title: 'Applications', reader, account, body, otherSellers });
}

/** `GET /account/applications/manage?id=` */
export async function serveApplication(exchange: Exchange, account: Account): Promise<void> {
  const reader = await managingMember(exchange, account);
  if (reader === undefined) return;
  const { db, basePath, now, cacheSeconds } = exchange;
  const id = URL.parse(exchange.req.url ?? '', 'http://provider')?.searchParams.get('id') ?? '';
  const application = await applicationOf(db, reader.sellerId, id);
  if (application === undefined) throw refusal('missing');
  const view = { basePath, csrf: csrfToken(exchange), reader, application, now: now(), cacheSeconds };
  const body = applicationBody(view);
  showApplicationPage(exchange, { status: 200, title: application.name, reader, account, body });
}

/** `GET /account/applications/new` */
export async function serveNewApplication(exchange: Exchange, account: Account): Promise<void> {
  const reader = await managingMember(exchange, account);
  if (reader !== undefined) showNew(exchange, { account, reader }, { id: randomHex(16), name: '', named: [] });
}

const NAME = /^[^\p{Cc}\p{Cf}]{1,100}$/u;
const GENERATED_ID = /^[0-9a-f]{32}$/;

/** `POST /account/applications/new`: the response has the secret. */
export async function submitNewApplication(exchange: Exchange, account: Account): Promise<void> {
  const { db, log, secretDays } = exchange;
  const { form, actor: reader, change } = await applicationForm(exchange, account);
  const { clientId, now } = change;
  if (!GENERATED_ID.test(clientId)) throw new PageError(400, 'invalid_request', 'the form has no id');
  const typed = { id: clientId, name: (form.get('name') ?? '').trim(), named: form.getAll('right') };
  const refuse = (problem: string) => showNew(exchange, { account, reader }, { ...typed, problem });
  if (!NAME.test(typed.name)) return refuse('Enter a name of 1 to 100 characters.');
  const expiresAt = expiryOf(now, secretDays);
  const application = { ...change, name: typed.name, named: typed.named, secretExpiresAt: expiresAt };
  const created = await createApplication(db, application, recordingOf(exchange, reader, 'create application'));
  if (created === 'changed meanwhile') return goToApplication(exchange, account, clientId, 'secret was shown');
  if (created === 'too many') return refuse(`You have ${MAX_APPLICATIONS} applications. Remove one first.`);
  if (typeof created === 'string') throw refusal(created);
  log.info({ accountId: reader.id, clientId }, 'a member created an application of the seller');
  showSecret(exchange, { account, reader }, { id: clientId, secret: created.secret, expiresAt });
}

type NewApplicationState = { id: string; name: string; named: readonly string[]; problem?: string };

function showNew(exchange: Exchange, people: { account: Account; reader: Member }, state: NewApplicationState): void {
  const { basePath } = exchange;
  const body = newApplicationBody({ basePath, csrf: csrfToken(exchange), reader: people.reader, ...state });
  const isError = state.problem !== undefined;
  showApplicationPage(exchange, {
    status: isError ? 400 : 200,
    title: 'Create an application',
    isError,
    ...people,
    body,
  });
}

/** The signed-in member, if its role manages applications. Otherwise undefined, and the page says so. */
async function managingMember(exchange: Exchange, account: Account): Promise<Member | undefined> {
  const reader = await signedInMember(exchange);
  if (reader !== undefined && managesApplications(reader.role)) return reader;
  const body =
    reader === undefined
      ? html`<p>You work for no seller now. Ask an owner of the seller to invite you.</p>`
      : html`<p>Owners and developers manage the own applications of this seller. Your role is ${reader.role}.</p>`;
  const otherSellers = await sellerLinks(exchange, reader);
  showApplicationPage(exchange, { status: 403, title: 'Applications', reader, account, body, otherSellers });
  return undefined;
}
