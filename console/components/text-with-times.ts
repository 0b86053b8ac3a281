import { Fragment, type VNode } from 'preact';
import { html } from '../html.ts';
import { MOMENT } from '../moments.ts';
import { Time } from './time.ts';

/** A sentence of the service, such as a reason, with its moments as pages show them: the service writes UTC. */
export function TextWithTimes({ text }: { text: string }): VNode {
  const moments = text.match(MOMENT) ?? [];
  return html`<${Fragment}>${text.split(MOMENT).map((part, n) => [part, moments[n] && html`<${Time} key=${n} at=${moments[n]} />`])}<//>`;
}
