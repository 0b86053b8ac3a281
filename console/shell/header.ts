import type { VNode } from 'preact';
import { html } from '../html.ts';
import { hrefOf } from '../router.ts';
import { settings } from '../settings.ts';
import { AccountMenu } from './account-menu.ts';
import { MarketplaceChooser } from './marketplace-chooser.ts';
import { CompactNavigation } from './navigation.ts';

const initial = (/[\p{L}\p{N}]/u.exec(settings.brandName)?.[0] ?? '•').toUpperCase();

export function Header(): VNode {
  return html`<header class="top-bar">
    <${CompactNavigation} />
    <a class="brand" href=${hrefOf('')} aria-label=${`${settings.brandName}: overview`}>
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" /><text x="16" y="22.2" text-anchor="middle">${initial}</text>
      </svg>
      <span class="brand-name">${settings.brandName}</span>
    </a>
    <div class="top-bar-end"><${MarketplaceChooser} /><${AccountMenu} /></div>
  </header>`;
}
