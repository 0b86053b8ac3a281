import type { VNode } from 'preact';
import { live } from '../connection.ts';
import { html } from '../html.ts';

const words = {
  off: undefined,
  connecting: undefined,
  connected: { text: 'Live', hint: 'Changes of the market appear by themselves' },
  reconnecting: { text: 'Reconnecting …', hint: 'The service does not answer; what you see may be old' },
  offline: { text: 'Offline', hint: 'There is no connection; what you see may be old' },
};

/** Whether the page follows changes. Quiet while it does. */
export function LiveStatus(): VNode {
  const said = words[live.value];
  return html`<span class="live" role="status" data-status=${live.value} title=${said?.hint}>${said && html`<i aria-hidden="true"></i><span class="live-text">${said.text}</span>`}</span>`;
}
