import htm from 'htm';
import type { VNode } from 'preact';
import { h } from 'preact';

/** Markup for preact as a template: no build step turns JSX into calls. All values are text, never markup. */
export const html: (parts: TemplateStringsArray, ...values: unknown[]) => VNode = htm.bind(h) as never;
