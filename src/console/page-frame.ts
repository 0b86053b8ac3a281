import { type Html, html } from '../pages/html.ts';
import { mark } from '../pages/mark.ts';

/** The places of the links, and of the first lines of a page. */
const LINKS = 8;
const LINES = 5;

/**
 * The console's bar, navigation and page as grey lines, in the places where the scripts put the real ones (`console/shell/shell.ts`): a
 * reader on a slow network sees at once that it comes, and nothing jumps when it does.
 */
export function pageFrame({ brandName, brandColor }: { brandName: string; brandColor: string }): Html {
  const bones = (count: number) => Array.from({ length: count }, () => html`<span class="bone"></span>`);
  return html`<div id="app">
<header class="top-bar"><span class="compact" aria-hidden="true"><span class="icon-button"></span></span><span class="brand">${mark({ name: brandName, color: brandColor })}<span class="brand-name">${brandName}</span></span></header>
<div class="shell">
<div class="side" aria-hidden="true"><div class="navigation">${bones(LINKS)}</div></div>
<main id="main"><div class="skeleton" role="status"><span class="hidden">Loading …</span>${bones(LINES)}</div></main>
</div>
</div>`;
}
