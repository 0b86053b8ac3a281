import type { VNode } from 'preact';
import { Brand } from '../components/brand.ts';
import { CompactNavigation } from '../components/navigation.ts';
import { html } from '../html.ts';
import { pageTable } from '../page-table.ts';
import { hrefOf } from '../router.ts';
import { AccountMenu } from './account-menu.ts';
import { Elsewhere } from './elsewhere.ts';
import { LiveStatus } from './live-status.ts';
import { MarketplaceChooser } from './marketplace-chooser.ts';

export function Header(): VNode {
  return html`<header class="top-bar">
    <${CompactNavigation} pages=${pageTable}><${Elsewhere} /><//>
    <a class="brand" href=${hrefOf('')}><${Brand} /></a>
    <div class="top-bar-end"><${LiveStatus} /><${MarketplaceChooser} /><${AccountMenu} /></div>
  </header>`;
}
