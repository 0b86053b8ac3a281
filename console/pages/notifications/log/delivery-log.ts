import type { Deliveries, Delivery, Destination } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../../api.ts';
import { DownloadAll } from '../../../components/download-all.ts';
import { PageState } from '../../../components/page-state.ts';
import { html } from '../../../html.ts';
import { type Loaded, useLoad } from '../../../load.ts';
import { kept } from '../poll.ts';
import { isFiltered, type LogChoice, logQuery, reportFilters } from './log-choice.ts';
import { LogFilters } from './log-filters.ts';
import { LogTable } from './log-table.ts';

type DeliveryLogProps = {
  destination: Destination;
  choice: LogChoice;
  /** The newest of all states, followed by the page: when they change, the log asks again. */
  newest: readonly Delivery[];
};

const PAGE = 50;

/** Everything that was queued for a destination, the newest first. */
export function DeliveryLog({ destination, choice, newest }: DeliveryLogProps): VNode {
  const { channelId, type } = destination;
  const chosen = Object.values(choice).join(' ');
  // Another choice begins with its first page.
  const [read, setRead] = useState({ chosen, pages: 1 });
  const pages = read.chosen === chosen ? read.pages : 1;
  const mark = newest.map((one) => `${one.deliveryId}${one.state}${one.attemptCount}`).join();
  const loaded: Loaded<Deliveries> = useLoad(
    (signal) => loadPages(channelId, choice, pages, signal),
    [channelId, chosen, pages],
  );
  useEffect(() => {
    if (!loaded.isLoading) loaded.reload();
  }, [mark]);
  return html`<div class="log-head">
      <h2 class="log-title">Delivery log</h2>
      <${LogFilters} choice=${choice} />
      <${DownloadAll} type="DELIVERIES" filters=${{ channel: channelId, ...reportFilters(choice, Date.now()) }} />
    </div>
    ${kept(
      loaded,
      ({ deliveries, nextToken }) =>
        deliveries.length === 0
          ? html`<${NothingInLog} choice=${choice} />`
          : html`<${LogTable} type=${type} deliveries=${deliveries} />${nextToken && html`<p><button type="button" onClick=${() => setRead({ chosen, pages: pages + 1 })}>Show older</button></p>`}`,
      6,
    )}`;
}

function NothingInLog({ choice }: { choice: LogChoice }): VNode {
  if (!isFiltered(choice))
    return html`<${PageState} state="empty" title="Nothing was sent yet" hint="Send a test, or wait for the first event." />`;
  const hint =
    choice.id === ''
      ? 'The log is kept for 30 days.'
      : 'This destination has no delivery, and no notification, with this id. The log is kept for 30 days.';
  return html`<${PageState} state="empty" title="Nothing found" hint=${hint} />`;
}

async function loadPages(
  channelId: string,
  choice: LogChoice,
  pages: number,
  signal: AbortSignal,
): Promise<Deliveries> {
  let token: string | undefined;
  const deliveries: Delivery[] = [];
  const chosen = logQuery(choice, Date.now());
  for (let page = 0; page < pages && (page === 0 || token !== undefined); page += 1) {
    const query = { limit: PAGE, ...chosen, ...(token ? { nextToken: token } : {}) };
    const answer = await client.getDeliveries({ path: { channelId }, query, signal });
    deliveries.push(...answer.deliveries);
    token = answer.nextToken;
  }
  return { deliveries, ...(token === undefined ? {} : { nextToken: token }) };
}
