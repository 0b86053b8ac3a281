import type { VNode } from 'preact';
import { PageHeading } from '../components/page-heading.ts';
import { html } from '../html.ts';

export function Page(): VNode {
  return html`<${PageHeading} title="Listings" />`;
}
