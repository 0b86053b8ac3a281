import type { VNode } from 'preact';
import { html } from '../html.ts';
import { settings } from '../settings.ts';

const initial = (/[\p{L}\p{N}]/u.exec(settings.brandName)?.[0] ?? '•').toUpperCase();

/** The operator's mark and name. */
export const Brand = (): VNode => html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" /><text x="16" y="22.2" text-anchor="middle">${initial}</text>
  </svg>
  <span class="brand-name">${settings.brandName}</span>`;
