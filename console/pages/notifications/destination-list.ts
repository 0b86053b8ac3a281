import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { useLoad } from '../../load.ts';
import { hrefOf } from '../../router.ts';
import { type DestinationRow, loadRows } from './data.ts';
import { healthOf } from './health.ts';
import { Causes } from './log/cause-list.ts';
import { WaitingText } from './log/waiting-text.ts';
import { MadeBy } from './made-by.ts';
import { kept, useFollow } from './poll.ts';
import { isMoving } from './waiting.ts';
import { addressOf, typeName } from './words.ts';

const newHref = () => `${hrefOf('/notifications')}?new`;

/** All destinations of the seller, and how they do. */
export function DestinationList(): VNode {
  const loaded = useLoad(loadRows, []);
  const isBusy = isMoving(loaded.value?.flatMap(({ newest }) => newest) ?? [], Date.now());
  useFollow(loaded, isBusy ? 1_500 : 10_000);
  return html`<${PageHeading} title="Notifications" lead="Where you are told what happens to your offers, and whether it arrives.">
      <a class="action main" href=${newHref()}>New destination</a>
    <//>
    ${kept(loaded, (rows) => (rows.length === 0 ? html`<${NoDestinations} />` : html`<${Rows} rows=${rows} />`), 6)}`;
}

const NoDestinations = () => html`<${PageState} state="empty" title="Nobody is told yet"
  hint="Create a destination to learn within seconds that a rival has undercut you or that fees change."
  action=${html`<a class="action main" href=${newHref()}>New destination</a>`} />`;

function Rows({ rows }: { rows: readonly DestinationRow[] }): VNode {
  return html`<ul class="destinations" aria-label="Destinations">
      ${rows.map((row) => html`<${Row} key=${row.destination.channelId} ...${row} />`)}
    </ul>
    <${Causes} rows=${rows} />`;
}

function Row({ destination, newest, waiting }: DestinationRow): VNode {
  const { tone, label, why } = healthOf(destination, newest);
  return html`<li class="destination">
    <div class="destination-name">
      <a href=${hrefOf('/notifications', destination.channelId)}>${destination.channelName}</a>
      <span class="soft small">${typeName(destination.type)} · ${addressOf(destination)}</span>
    </div>
    <div class="destination-health"><${Badge} tone=${tone}>${label}<//>${why && html`<span class="soft small">${why}</span>`}</div>
    <dl class="destination-facts">
      <div><dt>Waiting</dt><dd><${WaitingText} waiting=${waiting} /></dd></div>
      <div><dt>Last sent</dt><dd><${Time} at=${lastSent(newest)} isFocusable=${false} /></dd></div>
      <div><dt>Made by</dt><dd><${MadeBy} destination=${destination} /></dd></div>
    </dl>
  </li>`;
}

const lastSent = (newest: DestinationRow['newest']) =>
  newest.find(({ attemptCount, state }) => attemptCount > 0 && state !== 'PENDING')?.settledTime;
