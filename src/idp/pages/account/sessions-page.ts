import { type Html, html } from '../../../pages/html.ts';
import type { OwnSession } from '../../sessions.ts';
import type { SignInAttempt } from '../../sign-in-attempts.ts';

type SessionsView = {
  readonly basePath: string;
  /** The hidden field of every form. */
  readonly hidden: Html;
  readonly sessions: readonly OwnSession[];
  /** The session of this browser. */
  readonly ownId: string;
  readonly attempts: readonly SignInAttempt[];
};

/** The browsers in which a person is signed in, and the latest sign-ins. */
export function sessionsBody(view: SessionsView): Html {
  const { basePath, hidden, sessions, ownId, attempts } = view;
  const item = (session: OwnSession) => html`<li>
<h2>${session.device}${session.id === ownId && html` · this browser`}</h2>
<p class="small soft">${session.address !== '' && html`Address ${session.address}<br>`}Signed in ${dateTime(session.signedInAt)} · last used ${dateTime(session.usedAt)}</p>
${
  session.id === ownId
    ? undefined
    : html`<form method="post" action="${basePath}/account/sessions/end">${hidden}<input type="hidden" name="session" value="${session.id}">
<button class="danger" aria-label="Sign out ${session.device}, signed in ${dateText(session.signedInAt)}">Sign out</button></form>`
}</li>`;
  return html`<p>You are signed in with these browsers. End what you do not know, then <a href="${basePath}/account/password">change your password</a>.</p>
<ul class="apps">${sessions.map(item)}</ul>
<div class="second"><form method="post" action="${basePath}/account/sessions/end-all">${hidden}
<button class="danger">Sign out everywhere</button>
<p class="small soft">Also signs this browser out, and the console at once. Connected applications keep their access.</p></form></div>
<h2>Latest sign-ins</h2>
<p class="small soft">Of the last 90 days.</p>
${
  attempts.length === 0
    ? html`<p>None yet.</p>`
    : html`<ul class="told">${attempts.map(
        ({ outcome, device, address, atMs }) =>
          html`<li><p>${OUTCOMES[outcome]}</p><p class="small soft">${dateTime(atMs)} · ${device}${address !== '' && ` · ${address}`}</p></li>`,
      )}</ul>`
}`;
}

const OUTCOMES: Readonly<Record<SignInAttempt['outcome'], string>> = {
  'signed in': 'Signed in',
  'wrong password': 'Wrong password',
  'wrong second step': 'Right password, but the second step was not passed',
  disabled: 'Refused: the sign-in was disabled',
};

const dateText = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function dateTime(time: number): Html {
  return html`<time datetime="${new Date(time).toISOString()}">${dateText(time)}</time>`;
}
