import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../components/icon.ts';
import { session } from '../current-session.ts';
import { html } from '../html.ts';
import { sessionView } from '../session-view.ts';
import { settings } from '../settings.ts';
import { closeOnLeave } from './navigation.ts';

/** Who is signed in, and the way out. */
export function AccountMenu(): VNode {
  const { seller } = sessionView.value;
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => closeOnLeave(menu.current), []);
  return html`<details class="account" ref=${menu}>
    <summary class="icon-button" aria-label="Account"><${Icon} name="account" /></summary>
    <div class="menu">
      ${seller && html`<p class="account-name small soft">Seller <strong>${seller}</strong></p>`}
      <ul>
        ${settings.grantsUrl && html`<li><a href=${settings.grantsUrl}>Connected applications</a></li>`}
        <li><button type="button" onClick=${() => session.signOut()}>Sign out</button></li>
      </ul>
    </div>
  </details>`;
}
