import type { VNode } from 'preact';
import { html } from '../html.ts';
import type { PageProps } from '../page.ts';
import { DestinationPage } from './notifications/destination-page.ts';

export function Page({ params: [channelId = ''], query }: PageProps): VNode {
  return html`<${DestinationPage} channelId=${channelId} query=${query} />`;
}
