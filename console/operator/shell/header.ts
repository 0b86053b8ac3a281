import type { VNode } from 'preact';
import { Brand } from '../../components/brand.ts';
import { CompactNavigation } from '../../components/navigation.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { pageTable } from '../page-table.ts';
import { AccountMenu } from './account-menu.ts';

/** Whose console it is stands beside the brand: it looks like the sellers'. */
export function Header(): VNode {
  return html`<header class="top-bar">
    <${CompactNavigation} pages=${pageTable} />
    <a class="brand" href=${hrefOf('')}><${Brand} /></a>
    <div class="top-bar-end"><span class="badge">Operator</span><${AccountMenu} /></div>
  </header>`;
}
