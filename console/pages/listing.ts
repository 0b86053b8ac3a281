import type { VNode } from 'preact';
import { PageHeading } from '../components/page-heading.ts';
import { html } from '../html.ts';
import type { PageProps } from '../page.ts';

export function Page({ params: [sku = ''] }: PageProps): VNode {
  return html`<${PageHeading} title=${sku} />`;
}
