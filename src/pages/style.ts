import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Brand, brandColors } from '../domain/brand.ts';
import { Html } from './html.ts';

const text = readFileSync(new URL('style.css', import.meta.url), 'utf8');

/** The style sheet as an element: a page then loads nothing. */
export const styleElement = new Html(`<style>${text}</style>`);

/** The only style that a page may have, as a source of `style-src`. */
export const styleSource = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The operator's colours, after the style sheet whose defaults they replace. */
function brandStyle({ color }: Brand): string {
  const { fill, onFill, fillHover, accent, accentInDark } = brandColors(color);
  return `:root{--brand:${fill};--on-brand:${onFill};--brand-hover:${fillHover};--accent:${accent}}
@media (prefers-color-scheme:dark){:root{--accent:${accentInDark}}}
`;
}

/** What the console shares with all other pages. */
export const consoleStyle = (brand: Brand): string => text + brandStyle(brand);
