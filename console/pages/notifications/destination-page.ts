import { ApiError } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { Badge } from '../../components/badge.ts';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { Tabs } from '../../components/tabs.ts';
import { html } from '../../html.ts';
import { useLoad } from '../../load.ts';
import { hrefOf, setQuery } from '../../router.ts';
import { BackLink } from './back-link.ts';
import { loadRow, type RowProps } from './data.ts';
import { healthOf } from './health.ts';
import { Causes } from './log/cause-list.ts';
import { DeliveryDialog } from './log/delivery-dialog.ts';
import { DeliveryLog } from './log/delivery-log.ts';
import { logChoiceIn } from './log/log-choice.ts';
import { SendAgain } from './log/send-again.ts';
import { TestPanel } from './log/test-panel.ts';
import { WaitingText } from './log/waiting-text.ts';
import { MadeBy } from './made-by.ts';
import { Notices } from './notices.ts';
import { kept, useFollow } from './poll.ts';
import { SettingsTab } from './settings-tab.ts';
import { dropSecret } from './shown-secrets.ts';
import { SignatureTab } from './signature-tab.ts';
import { isMoving } from './waiting.ts';
import { addressOf, typeName } from './words.ts';

type DestinationPageProps = { channelId: string; query: URLSearchParams };

/** One destination: how it does, what was sent, and everything that can be done about it. */
export function DestinationPage({ channelId, query }: DestinationPageProps): VNode {
  // Nothing is asked about a destination that is being deleted: the answer could only be that it is gone.
  const [isLeaving, leave] = useState(false);
  const loaded = useLoad(
    async (signal) => {
      if (isLeaving) return new Promise<never>(() => {});
      const destination = await client.getDestination({ path: { channelId }, signal });
      return loadRow(destination, signal);
    },
    [channelId, isLeaving],
  );
  useFollow(loaded, isMoving(loaded.value?.newest ?? [], Date.now()) ? 1_000 : 3_000);
  useEffect(() => () => dropSecret(channelId), [channelId]);
  if (loaded.error instanceof ApiError && loaded.error.status === 404) return html`<${NoSuchDestination} />`;
  const name = loaded.value?.destination.channelName ?? 'Destination';
  return html`<${BackLink} href=${hrefOf('/notifications')}>Notifications<//>
    ${loaded.value === undefined && html`<${PageHeading} title=${name} />`}
    ${kept(loaded, (row) => html`<${Content} row=${row} query=${query} reload=${loaded.reload} leave=${leave} />`, 8)}`;
}

const NoSuchDestination = () => html`<${BackLink} href=${hrefOf('/notifications')}>Notifications<//>
  <${PageHeading} title="There is no such destination" />
  <${PageState} state="empty" title="It was deleted, or is not yours" hint="Destinations of other sellers are never shown." action=${html`<a class="action" href=${hrefOf('/notifications')}>All destinations</a>`} />`;

type ContentProps = RowProps & { query: URLSearchParams; leave: (isLeaving: boolean) => void };

function Content({ row, query, reload, leave }: ContentProps): VNode {
  const { destination, newest, waiting } = row;
  const { tone, label, why } = healthOf(destination, newest);
  const isWebhook = destination.type === 'WEBHOOKS';
  const tabs = [
    { id: 'log', label: 'Deliveries' },
    { id: 'settings', label: 'Settings' },
    ...(isWebhook ? [{ id: 'signature', label: 'Signature' }] : []),
    { id: 'again', label: 'Send again' },
  ];
  const asked = query.get('tab');
  const current = tabs.find(({ id }) => id === asked)?.id ?? 'log';
  const deliveryId = query.get('delivery') ?? undefined;
  return html`<${PageHeading} title=${destination.channelName} lead=${`${typeName(destination.type)} · ${addressOf(destination)}`} />
    <${Notices} row=${row} reload=${reload} />
    <dl class="destination-summary">
      <div><dt>Health</dt><dd><${Badge} tone=${tone}>${label}<//> ${why && html`<span class="soft small">${why}</span>`}</dd></div>
      <div><dt>Waiting</dt><dd><${WaitingText} waiting=${waiting} /></dd></div>
      <div><dt>Made by</dt><dd><${MadeBy} destination=${destination} /></dd></div>
    </dl>
    <${TestPanel} destination=${destination} onEnd=${reload} />
    <${Causes} rows=${[row]} />
    <${Tabs} label="Destination" tabs=${tabs} current=${current} onChange=${(tab: string) => setQuery({ tab: tab === 'log' ? undefined : tab })}>
      ${current === 'log' && html`<${DeliveryLog} destination=${destination} choice=${logChoiceIn(query)} newest=${newest} />`}
      ${current === 'settings' && html`<${SettingsTab} row=${row} reload=${reload} leave=${leave} />`}
      ${current === 'signature' && html`<${SignatureTab} destination=${destination} />`}
      ${current === 'again' && html`<${SendAgain} channelId=${destination.channelId} reload=${reload} />`}
    <//>
    <${DeliveryDialog} deliveryId=${deliveryId} destination=${destination} onChange=${reload} />`;
}
