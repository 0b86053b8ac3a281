import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../components/icon.ts';
import { closeOnLeave } from '../../components/navigation.ts';
import { session } from '../../current-session.ts';
import { html } from '../../html.ts';
import { settings } from '../../settings.ts';

/** The person's own pages, and the way out. */
export function AccountMenu(): VNode {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => closeOnLeave(menu.current), []);
  return html`<details class="account" ref=${menu}>
    <summary class="icon-button" aria-label="Account"><${Icon} name="account" /></summary>
    <div class="menu">
      <ul>
        ${settings.accountUrl && html`<li><a href=${settings.accountUrl}>Account</a></li>`}
        <li><button type="button" onClick=${() => session.signOut()}>Sign out</button></li>
      </ul>
    </div>
  </details>`;
}
