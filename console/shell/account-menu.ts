import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../components/icon.ts';
import { html } from '../html.ts';
import { settings } from '../settings.ts';
import { closeOnLeave } from './navigation.ts';

/** Who is signed in, and the way out. */
export function AccountMenu(): VNode {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => closeOnLeave(menu.current), []);
  return html`<details class="account" ref=${menu}>
    <summary class="icon-button" aria-label="Account"><${Icon} name="account" /></summary>
    <div class="menu">
      <ul>
        ${settings.grantsUrl && html`<li><a href=${settings.grantsUrl}>Connected applications</a></li>`}
        ${settings.signOutUrl && html`<li><a href=${settings.signOutUrl}>Sign out</a></li>`}
      </ul>
    </div>
  </details>`;
}
