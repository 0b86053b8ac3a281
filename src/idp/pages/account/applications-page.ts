import { type Html, html } from '../../../pages/html.ts';
import { MAX_APPLICATIONS } from '../../application-changes.ts';
import type { Member } from '../../members.ts';
import type { ListedApplication } from '../../own-applications.ts';
import { isLive } from '../../stored-secrets.ts';
import { dateElement, timeElement } from '../time-elements.ts';
import { namedRightsFields, rightsList, stateText } from './application-page.ts';

type ListView = { basePath: string; applications: readonly ListedApplication[]; now: number };

/** The seller's own applications. */
export function applicationsBody({ basePath, applications, now }: ListView): Html {
  return html`<p>Programs of your own. They act for your seller account with a client id and a secret. Applications of others are under <a href="${basePath}/grants">connected applications</a>.</p>
${
  applications.length >= MAX_APPLICATIONS
    ? html`<p>You have ${applications.length} applications. Remove one before you create another.</p>`
    : html`<p><a class="button" href="${basePath}/account/applications/new">Create an application</a></p>`
}
${
  applications.length === 0
    ? html`<p class="soft">There is none yet.</p>`
    : html`<ul class="apps">${applications.map((application) => listItem(basePath, application, now))}</ul>`
}`;
}

function listItem(basePath: string, application: ListedApplication, now: number): Html {
  const { id, name, createdAt, usedAt, disabledBy, secrets } = application;
  const live = secrets.filter((secret) => isLive(secret, now));
  const ends = live.flatMap(({ expiresAt }) => expiresAt ?? []);
  return html`<li>
<h2><a href="${basePath}/account/applications/manage?id=${encodeURIComponent(id)}">${name}</a></h2>
<p class="small soft">Id <code>${id}</code><br>${stateText(disabledBy)} · created ${dateElement(createdAt)} · ${
    usedAt === null ? 'not used yet' : html`last used ${timeElement(usedAt)}`
  }<br>${live.length === 1 ? '1 secret works' : `${live.length} secrets work`}${
    ends.length > 0 && html` · the next one ends ${timeElement(Math.min(...ends))}`
  }</p>
${rightsList(application)}</li>`;
}

type NewApplicationView = {
  basePath: string;
  csrf: string;
  reader: Member;
  /** The id of the application that the form creates: sent twice, it creates one. */
  id: string;
  name: string;
  named: readonly string[];
  problem?: string | undefined;
};

export function newApplicationBody(view: NewApplicationView): Html {
  const { basePath, csrf, reader, id, name, named, problem } = view;
  const described = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem" autofocus`;
  return html`${
    problem === undefined
      ? undefined
      : html`<div class="note bad" role="alert"><h2>The application was not created</h2><ul><li><a href="#name" id="problem">${problem}</a></li></ul></div>`
  }
<form method="post" action="${basePath}/account/applications/new">
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="seller" value="${reader.sellerId}"><input type="hidden" name="id" value="${id}">
<div class="field"><label for="name">Name</label>
<input id="name" name="name" maxlength="100" required autocomplete="off" value="${name}"${described}></div>
<p>It can see your prices and fees, and manage your notifications.</p>
${
  reader.role === 'owner'
    ? html`<h2>Give these only if it needs them</h2>
<p class="small soft">They go further: changing prices, or seeing your costs or your account.</p>
${namedRightsFields(named)}`
    : html`<p class="small soft">Only an owner can give it more.</p>`
}
<button class="main">Create</button> <a href="${basePath}/account/applications">Cancel</a></form>`;
}

type SecretView = { basePath: string; id: string; secret: string; sentences: readonly (string | Html)[] };

/** The only page with the secret. It is the response to the form: nothing stores it, and its address does not lead to it again. */
export function secretBody({ basePath, id, secret, sentences }: SecretView): Html {
  return html`<div class="note good" role="status"><p><strong>The secret is shown only now.</strong> Copy it to where your application reads it.</p></div>
<dl class="facts"><dt>Client id</dt><dd><code>${id}</code></dd>
<dt>Client secret</dt><dd><code>${secret}</code></dd></dl>
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
<p><a class="button" href="${basePath}/account/applications/manage?id=${encodeURIComponent(id)}">I have copied it</a></p>`;
}
