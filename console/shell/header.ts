import type { VNode } from 'preact';
import { Brand } from '../components/brand.ts';
import { html } from '../html.ts';
import { hrefOf } from '../router.ts';
import { AccountMenu } from './account-menu.ts';
import { LiveStatus } from './live-status.ts';
import { MarketplaceChooser } from './marketplace-chooser.ts';
import { CompactNavigation } from './navigation.ts';

export function Header(): VNode {
  return html`<header class="top-bar">
    <${CompactNavigation} />
    <a class="brand" href=${hrefOf('')}><${Brand} /></a>
    <div class="top-bar-end"><${LiveStatus} /><${MarketplaceChooser} /><${AccountMenu} /></div>
  </header>`;
}
