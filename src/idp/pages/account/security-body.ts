import { type Html, html } from '../../../pages/html.ts';
import type { Factors } from '../../factors/factors.ts';
import type { Passkey } from '../../factors/passkeys.ts';

type SecurityView = {
  readonly basePath: string;
  /** The hidden field of every form. */
  readonly hidden: Html;
  readonly factors: Factors;
  /** Whether this site can have passkeys. */
  readonly hasPasskeys: boolean;
};

/** The ways to sign in of one person. */
export function securityBody(view: SecurityView): Html {
  const { basePath, hidden, factors, hasPasskeys } = view;
  const path = `${basePath}/account/security`;
  return html`<section class="stack"><h2 id="passkeys">Passkeys</h2>
<p>Sign in with your finger, face or PIN instead of the password. A passkey stays on your device or in your password manager.</p>
${
  factors.passkeys.length > 0 &&
  html`<ul class="apps">${factors.passkeys.map((passkey) => passkeyItem(path, hidden, passkey))}</ul>`
}
${
  hasPasskeys
    ? html`<p><a href="${path}/new-passkey">Add a passkey</a></p>`
    : html`<p class="small soft">Passkeys need a host name and https. This site has an address without them.</p>`
}
</section>
<section class="stack"><h2 id="app">Authenticator app</h2>
${
  factors.app === undefined
    ? html`<p>After the password you enter six digits that an app on your phone shows.</p>
<p><a href="${path}/app">Add an authenticator app</a></p>`
    : html`<p>After the password you are asked for a code. Added ${date(factors.app.createdAt)}${
        factors.app.usedAt !== null && html`, last used ${date(factors.app.usedAt)}`
      }.</p>
<form method="post" action="${path}/remove-app">${hidden}<button class="danger">Remove the app</button></form>`
}
</section>
<section class="stack"><h2 id="recovery-codes">Recovery codes</h2>
${recoveryCodes(path, hidden, factors)}</section>`;
}

function passkeyItem(path: string, hidden: Html, { id, name, createdAt, usedAt }: Passkey): Html {
  const field = html`${hidden}<input type="hidden" name="id" value="${id}">`;
  return html`<li><h3>${name}</h3>
<p class="small soft">Added ${date(createdAt)}${usedAt !== null && html` · last used ${date(usedAt)}`}</p>
<details class="small"><summary>Change the name</summary><form method="post" action="${path}/passkey">${field}
<div class="field"><label for="name-${id}">Name</label><input id="name-${id}" name="name" maxlength="60" required value="${name}"></div>
<button name="action" value="name">Save the name</button></form></details>
<form method="post" action="${path}/passkey">${field}<button class="danger" name="action" value="remove" aria-label="Remove the passkey ${name}">Remove</button></form></li>`;
}

function recoveryCodes(path: string, hidden: Html, { passkeys, app, codesLeft }: Factors): Html {
  if (passkeys.length === 0 && app === undefined)
    return html`<p>You get ten recovery codes with your first passkey or app. Each signs you in once when you do not have it at hand.</p>`;
  return html`<p>${codesLeft} of 10 are left. Each signs you in once, in place of the app or the passkey.</p>
<form method="post" action="${path}/recovery-codes">${hidden}<button>Make new codes</button></form>
<p class="small soft">New codes end the old ones.</p>`;
}

function date(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}
