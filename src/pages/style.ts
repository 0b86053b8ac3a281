import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Brand, brandColors } from '../domain/brand.ts';
import { Html } from './html.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const shared = read('style.css');
const pages = read('page.css');

/** The operator's colours, after the style sheet whose defaults they replace. */
function brandStyle({ color }: Brand): string {
  const { fill, onFill, fillHover, accent, accentInDark } = brandColors(color);
  return `:root{--brand:${fill};--on-brand:${onFill};--brand-hover:${fillHover};--accent:${accent}}
@media screen and (prefers-color-scheme:dark){:root{--accent:${accentInDark}}}
`;
}

/** What the console shares with all other pages. */
export const consoleStyle = (brand: Brand): string => shared + brandStyle(brand);

type PageStyle = {
  /** The style sheet as an element: a page then loads nothing. */
  readonly element: Html;
  /** The only style that a page may have, as a source of `style-src`. */
  readonly source: string;
};

const made = new Map<string, PageStyle>();

/** The style of a page. Made once for each colour, of which an installation has one. */
export function pageStyle(brand: Brand): PageStyle {
  const known = made.get(brand.color);
  if (known) return known;
  const text = shared + brandStyle(brand) + pages;
  const source = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const style = { element: new Html(`<style>${text}</style>`), source };
  made.set(brand.color, style);
  return style;
}
