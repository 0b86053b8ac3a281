import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../components/icon.ts';
import { closeOnLeave } from '../components/navigation.ts';
import { session } from '../current-session.ts';
import { html } from '../html.ts';
import { sessionView } from '../session-view.ts';
import { settings } from '../settings.ts';
import { signedInPerson } from '../signed-in-person.ts';

/** Who is signed in and for which seller, the person's own pages, and the way out. */
export function AccountMenu(): VNode | null {
  const { seller, isSupport } = sessionView.value;
  const person = signedInPerson.value;
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => closeOnLeave(menu.current), []);
  // The account would be that of the person of the operator.
  if (isSupport) return null;
  return html`<details class="account" ref=${menu}>
    <summary class="icon-button" aria-label="Account"><${Icon} name="account" /></summary>
    <div class="menu">
      ${seller && html`<p class="account-name small soft">${person && html`${person.email}<br />`}Seller <strong>${seller}</strong>${person && `, ${person.role}`}</p>`}
      <ul>
        ${settings.accountUrl && html`<li><a href=${accountHref(settings.accountUrl, seller)}>Account</a></li>`}
        ${person && person.sellerCount > 1 && html`<li><button type="button" onClick=${() => session.switchSeller()}>Switch seller</button></li>`}
        ${settings.grantsUrl && html`<li><a href=${settings.grantsUrl}>Connected applications</a></li>`}
        <li><button type="button" onClick=${() => session.signOut()}>Sign out</button></li>
      </ul>
    </div>
  </details>`;
}

/** The account pages show the seller of this tab. */
const accountHref = (url: string, seller: string | undefined) =>
  seller === undefined ? url : `${url}?seller=${encodeURIComponent(seller)}`;
