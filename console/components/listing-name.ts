import type { VNode } from 'preact';
import { html } from '../html.ts';
import { hrefOf } from '../router.ts';
import { CopyButton } from './copy-button.ts';

type ListingNameProps = { sku: string; title: string | undefined };

/** What a row about a listing begins with: the title, which people know, then the SKU, which names exactly one. */
export const ListingName = ({ sku, title }: ListingNameProps): VNode =>
  html`<a class="list-name two-lines" href=${hrefOf('/listings', sku)} title=${title}>${title ?? sku}</a>
  <span class="second list-sku" title=${sku}><code>${sku}</code><${CopyButton} text=${sku} of=${`SKU ${sku}`} isFocusable=${false} /></span>`;
