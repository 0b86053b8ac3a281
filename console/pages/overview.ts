import type { VNode } from 'preact';
import { PageHeading } from '../components/page-heading.ts';
import { html } from '../html.ts';
import { marketplace } from '../marketplace.ts';
import { prepareDeliveries } from './overview/load-parts.ts';
import { Overview } from './overview/overview.ts';

export const prepare = prepareDeliveries;

export function Page(): VNode {
  const { id = '', name = '' } = marketplace.value ?? {};
  return html`<${PageHeading} title="Overview" lead=${`How you stand in ${name}, and what needs your attention.`} />
    <${Overview} key=${id} marketplaceId=${id} />`;
}
