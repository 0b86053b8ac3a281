import type { OperatorDestination } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { Time } from '../../components/time.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { StateBadge } from './outcome.ts';
import { typeText } from './words.ts';

/** A destination: whether it works, why not, and what waits for it. */
export function DestinationRow({ destination }: { destination: OperatorDestination }): VNode {
  const { channelId, sellerId, channelName, type, address, status, failingSince, lastFailure, waiting } = destination;
  const deliveries = `${hrefOf('/deliveries/of', channelId)}?${new URLSearchParams({ seller: sellerId })}`;
  return html`<li class="card entry">
    <div class="entry-head">
      <strong><a href=${deliveries}>${channelName}</a></strong><span class="small soft">${typeText(type)}</span>
      <${StateBadge} state=${status} />${failingSince && html`<${Badge} tone="bad">failing<//>`}
      <span class="entry-time small"><a href=${hrefOf('/sellers', sellerId)}>${sellerId}</a></span>
    </div>
    ${address && html`<p class="small soft"><code>${address}</code></p>`}
    ${failingSince && html`<p>Fails since <strong><${Time} at=${failingSince} /></strong>${lastFailure && html`: ${lastFailure.cause}`}</p>`}
    ${!failingSince && lastFailure && html`<p class="small soft">The last failure was <${Time} at=${lastFailure.time} />: ${lastFailure.cause}</p>`}
    <p class="small">${waitingText(destination)}${waiting.oldestTime && html` <span class="soft">The oldest waits since <${Time} at=${waiting.oldestTime} />.</span>`}</p>
    <p class="small"><a href=${deliveries}>Deliveries</a>${lastFailure && html` · <a href=${`${hrefOf('/trace')}?${new URLSearchParams({ id: lastFailure.deliveryId })}`}>Why the last one failed</a>`}</p>
  </li>`;
}

function waitingText({ waiting: { count, isMore } }: OperatorDestination): string {
  if (count === 0) return 'Nothing waits.';
  return `${isMore ? 'More than ' : ''}${numberText(count)} ${count === 1 && !isMore ? 'notification waits' : 'notifications wait'}.`;
}
