import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html } from './html.ts';

const text = readFileSync(new URL('style.css', import.meta.url), 'utf8');

/** The style sheet as an element: a page then loads nothing. */
export const styleElement = new Html(`<style>${text}</style>`);

/** The only style that a page may have, as a source of `style-src`. */
export const styleSource = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
