import { EMBEDDED_CONSOLE_CLIENT } from '../../../domain/authorization/console-client.ts';
import { isNamedRight, NAMED_RIGHTS } from '../../../domain/authorization/rights.ts';
import { type Html, html } from '../../../pages/html.ts';
import { cacheTimeText } from '../../cache-time.ts';
import { ACCESS_TOKEN_SECONDS } from '../../lifetimes.ts';
import type { Member } from '../../members.ts';
import { type ListedApplication, type ListedSecret, mayChange } from '../../own-applications.ts';
import { isLive } from '../../stored-secrets.ts';
import { scopeDescription } from '../scope-descriptions.ts';
import { dateElement, timeElement } from '../time-elements.ts';

type ApplicationView = {
  basePath: string;
  csrf: string;
  reader: Member;
  application: ListedApplication;
  now: number;
  /** How long the service accepts an access token after its end here. */
  cacheSeconds: number;
};

/** How long the replaced secret goes on: the hours that a form offers. */
export const OVERLAP_HOURS = [0, 1, 24, 72, 168] as const;
const DEFAULT_OVERLAP_HOURS = 24;

/** One of the seller's own applications: what it may do, its secrets, and the forms that change them. */
export function applicationBody(view: ApplicationView): Html {
  const { application, reader } = view;
  const isChangeable = mayChange(reader.role, application.rights);
  return html`${factsOf(application)}
${
  isChangeable
    ? undefined
    : html`<div class="note bad"><p>Only an owner changes this application: it has rights that your role does not have.</p></div>`
}
<h2>What it may do</h2>
${isChangeable && reader.role === 'owner' ? rightsForm(view) : rightsList(application)}
<h2>Secrets</h2>
<ul class="apps">${application.secrets.map((secret) => secretItem(view, secret, isChangeable))}</ul>
${isChangeable && rotationForm(view)}
${isChangeable && endForms(view)}`;
}

function factsOf({ id, createdAt, usedAt, disabledBy }: ListedApplication): Html {
  return html`<dl class="facts">
<dt>Client id</dt><dd><code>${id}</code></dd>
<dt>State</dt><dd>${stateText(disabledBy)}</dd>
<dt>Created</dt><dd>${dateElement(createdAt)}</dd>
<dt>Last used</dt><dd>${usedAt === null ? 'not used yet' : timeElement(usedAt)}</dd>
</dl>`;
}

export const stateText = (disabledBy: ListedApplication['disabledBy']): string =>
  disabledBy === undefined ? 'Enabled' : disabledBy === 'seller' ? 'Disabled' : 'Disabled by the operator';

/** As for the console: both count as the seller's own (decision 38). */
const ownRight = (right: string) => scopeDescription(right, EMBEDDED_CONSOLE_CLIENT);

export const rightsList = ({ rights }: ListedApplication): Html =>
  html`<ul class="small">${rights.map((right) => html`<li>${ownRight(right).title}</li>`)}</ul>`;

/** Owners add and remove rights by name (decision 51). The page sends what it showed, so that another owner's change is not undone. */
function rightsForm(view: ApplicationView): Html {
  const { application } = view;
  const had = application.rights.filter(isNamedRight);
  const basic = application.rights.filter((right) => !isNamedRight(right));
  return html`<ul class="rights">${basic.map((right) => html`<li><strong>${ownRight(right).title}</strong></li>`)}</ul>
<form method="post" action="${view.basePath}/account/applications/rights">${hiddenFields(view)}<input type="hidden" name="had" value="${had.join(' ')}">
${namedRightsFields(had)}
<p class="small soft">Its next token has what you add. It loses what you remove ${cacheTimeText(view.cacheSeconds)}. Whoever knows a secret of it can use what you add.</p>
<button>Save rights</button></form>`;
}

/** The boxes of the rights by name. */
export function namedRightsFields(ticked: readonly string[]): Html {
  const box = (right: string, index: number) => {
    const { title, details } = ownRight(right);
    const id = `right-${index}`;
    return html`<li class="option"><input type="checkbox" class="tick" id="${id}" name="right" value="${right}"${
      ticked.includes(right) ? html` checked` : undefined
    } aria-describedby="${id}-details"><label for="${id}"><strong>${title}</strong></label><span class="small soft" id="${id}-details">${details}</span></li>`;
  };
  return html`<ul class="rights">${NAMED_RIGHTS.map(box)}</ul>`;
}

function secretItem(view: ApplicationView, secret: ListedSecret, isChangeable: boolean): Html {
  const { application, now } = view;
  const live = application.secrets.filter((one) => isLive(one, now));
  const name = `created ${new Date(secret.createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const isOlder = live.includes(secret) && live.length > 1 && secret !== live[0];
  return html`<li><p class="small">Created ${timeElement(secret.createdAt)} by ${secret.createdBy}<br>
${secret.usedAt === null ? 'Not used yet' : html`Last used ${timeElement(secret.usedAt)}`}<br>
${expiryText(secret, now)}</p>
${
  isChangeable &&
  isOlder &&
  html`<form method="post" action="${view.basePath}/account/applications/end-secret">${hiddenFields(view)}<input type="hidden" name="secret" value="${secret.id}">
<button class="danger" aria-label="End it now: the secret ${name}">End it now</button></form>`
}</li>`;
}

function expiryText({ expiresAt }: ListedSecret, now: number): Html {
  if (expiresAt === null) return html`Does not expire`;
  return expiresAt > now ? html`Works until ${timeElement(expiresAt)}` : html`Ended ${timeElement(expiresAt)}`;
}

function rotationForm(view: ApplicationView): Html {
  const option = (hours: number) =>
    html`<option value="${hours}"${hours === DEFAULT_OVERLAP_HOURS ? html` selected` : undefined}>${overlapText(hours)}</option>`;
  return html`<form method="post" action="${view.basePath}/account/applications/rotate">${hiddenFields(view)}<input type="hidden" name="version" value="${view.application.secretsVersion}">
<div class="field"><label for="overlap">Create a new secret. The one in use</label>
<select id="overlap" name="overlap">${OVERLAP_HOURS.map(option)}</select></div>
<p class="small soft">You see the new secret once. A secret that ends takes no access token back: those that it got work for up to ${ACCESS_TOKEN_SECONDS / 60} minutes more.</p>
<button class="main">Create a new secret</button></form>`;
}

function overlapText(hours: number): string {
  if (hours === 0) return 'ends now';
  if (hours < 48) return `works for ${hours} ${hours === 1 ? 'hour' : 'hours'} more`;
  return `works for ${hours / 24} days more`;
}

function endForms(view: ApplicationView): Html {
  const { application, basePath, cacheSeconds } = view;
  const toggle = (path: string, text: string) =>
    html`<form method="post" action="${basePath}/account/applications/${path}">${hiddenFields(view)}<button>${text}</button></form>`;
  return html`<h2>End its access</h2>
<p>It gets no new access token, and those that it has stop working ${cacheTimeText(cacheSeconds)}.</p>
${application.disabledBy === undefined ? toggle('disable', 'Disable') : undefined}
${application.disabledBy === 'seller' ? toggle('enable', 'Enable') : undefined}
${application.disabledBy === 'operator' ? html`<p class="small soft">The operator has disabled it. Ask the operator to enable it.</p>` : undefined}
<form method="post" action="${basePath}/account/applications/remove">${hiddenFields(view)}
<ul class="rights"><li class="option"><input type="checkbox" class="tick" id="sure" name="sure" value="yes" required><label for="sure">Remove it for good, with its secrets</label></li></ul>
<button class="danger">Remove ${application.name}</button></form>`;
}

/** The seller that the page shows: another tab may have chosen another one since. */
const hiddenFields = ({ csrf, reader, application }: ApplicationView): Html =>
  html`<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="seller" value="${reader.sellerId}"><input type="hidden" name="id" value="${application.id}">`;
