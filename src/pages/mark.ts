import { type Brand, brandColors, initialOf } from '../domain/brand.ts';
import { type Html, html } from './html.ts';

/** The operator's mark: the first letter of its name on its colour. Decorative: the name stands beside it. */
export const mark = ({ name }: Brand): Html =>
  html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8"/><text x="16" y="22.2" text-anchor="middle">${initialOf(name)}</text></svg>`;

/** The mark as a file, for the icon of a window: no style sheet applies to it. */
export function markFile(brand: Brand): string {
  const { fill, onFill } = brandColors(brand.color);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><text x="16" y="22.2" text-anchor="middle" fill="${onFill}" font-family="system-ui, sans-serif" font-size="18" font-weight="650">${initialOf(brand.name)}</text></svg>`
    .text;
}
