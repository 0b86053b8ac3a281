import type { ComponentChildren, VNode } from 'preact';
import { html } from '../../html.ts';

/** The way up, above the heading. */
export const BackLink = ({ href, children }: { href: string; children?: ComponentChildren }): VNode =>
  html`<p class="back"><a href=${href}><span aria-hidden="true">←</span> ${children}</a></p>`;
