import type { VNode } from 'preact';
import { html } from '../html.ts';

/** Outlines in a square of 24, drawn with one stroke. */
const paths = {
  overview: 'M4 13h6V4H4v9Zm0 7h6v-4H4v4Zm10 0h6v-9h-6v9Zm0-16v4h6V4h-6Z',
  listings: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  'what-if': 'M5 20V10M12 20V4M19 20v-7M3 20h18',
  changes: 'M4 8h14l-4-4M20 16H6l4 4',
  fees: 'M5 3h14v18l-3-2-2 2-2-2-2 2-2-2-3 2V3Zm4 5h6M9 12h6',
  reports: 'M6 3h8l4 4v14H6V3Zm8 0v4h4M9 17v-3m3 3v-6m3 6v-4',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4l2-2Zm4 5h4',
  events: 'M12 7v5l3 2M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18Z',
  usage: 'M4 18a8 8 0 1 1 16 0m-8 0 4-6',
  code: 'm8 8-4 4 4 4m8-8 4 4-4 4M13.5 5l-3 14',
  applications: 'M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm13 0v6m-3-3h6',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8a7.5 7.5 0 0 1 15 0',
  menu: 'M4 7h16M4 12h16M4 17h16',
  leave: 'M8 16 16 8m-7 0h7v7',
  close: 'M6 6l12 12M18 6 6 18',
  up: 'm6 14 6-6 6 6',
  down: 'm6 10 6 6 6-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  search: 'M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14Zm5-2 4 4',
  warning: 'M12 9v4m0 4h.01M10.3 4 2.8 17.5A2 2 0 0 0 4.5 20.5h15a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0Z',
  lock: 'M6 11h12v9H6v-9Zm2 0V8a4 4 0 0 1 8 0v3',
  offline:
    'M4 4l16 16M8.5 15.5a5 5 0 0 1 6.5-.3M5.5 12a9.5 9.5 0 0 1 4-2.3M2.5 8.5A14 14 0 0 1 7 5.7m4-.7a14 14 0 0 1 10.5 3.5m-5.8 2a9.5 9.5 0 0 1 2.8 1.5M12 19h.01',
  empty: 'M4 13h4l1.5 3h5l1.5-3h4M4 13l3-8h10l3 8v6H4v-6Z',
} as const;

export type IconName = keyof typeof paths;

/** Decorative: the text beside it, or the label of its button, says the same. */
export function Icon({ name }: { name: IconName }): VNode {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${paths[name]} /></svg>`;
}
