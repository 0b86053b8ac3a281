import type { ComponentChildren, VNode } from 'preact';
import { Time } from '../components/time.ts';
import { html } from '../html.ts';
import { USAGE_ROWS } from './period.ts';

type CountedProps = {
  countedUntil: string;
  gaps: readonly { from: string; to: string; counted: string }[];
  nextToken?: string | undefined;
  children?: ComponentChildren;
};

/** A restart: both moments would be the same minute. */
const isShort = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from) < 60_000;

/** What the figures of usage do not have. */
export const Counted = ({
  countedUntil,
  gaps,
  nextToken,
  children,
}: CountedProps): VNode => html`<div class="small soft">
    <p>Complete until <${Time} at=${countedUntil} parts="time" />.${nextToken !== undefined && ` These are the busiest ${USAGE_ROWS}.`} ${children}</p>
    ${
      gaps.length > 0 &&
      html`<ul class="plain">${gaps.map(
        ({ from, to, counted }) =>
          html`<li key=${from}>${counted === 'none' ? 'Nothing was counted' : 'Counts of one process are missing'} ${isShort({ from, to }) ? html`for some seconds at <${Time} at=${from} />` : html`from <${Time} at=${from} /> to <${Time} at=${to} />`}.</li>`,
      )}</ul>`
    }
  </div>`;
