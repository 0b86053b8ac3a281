import type { Delivery } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { StateBadge } from '../../../components/state-badge.ts';
import { Time } from '../../../components/time.ts';
import { html } from '../../../html.ts';
import { setQuery } from '../../../router.ts';
import { deliveryStates } from '../../../states/delivery.ts';
import { answerText, itemText, kindName, stateReason } from '../words.ts';

type LogTableProps = { deliveries: readonly Delivery[]; type: string };

export function LogTable({ deliveries, type }: LogTableProps): VNode {
  return html`<div class="table log" role="region" aria-label="Deliveries" tabindex="0"><table>
    <thead><tr><th scope="col">Event</th><th scope="col">State</th><th scope="col">Answer</th><th scope="col" class="number">Attempts</th></tr></thead>
    <tbody>${deliveries.map((delivery) => html`<${LogRow} key=${delivery.deliveryId} delivery=${delivery} type=${type} />`)}</tbody>
  </table></div>`;
}

function LogRow({ delivery, type }: { delivery: Delivery; type: string }): VNode {
  const { deliveryId, eventType, state, attemptCount, createdTime, nextAttemptTime } = delivery;
  const reason = stateReason(delivery, type);
  return html`<tr>
    <th scope="row"><button type="button" class="link" onClick=${() => setQuery({ delivery: deliveryId })}>${kindName(eventType)}</button>${itemText(delivery) && html` <code class="log-item">${itemText(delivery)}</code>`}<span class="soft small"><${Time} at=${createdTime} isFocusable=${false} /></span></th>
    <td><${StateBadge} of=${deliveryStates} state=${state} />${reason && html` <span class="soft small">${reason}${type !== 'PULL' && nextAttemptTime && state === 'PENDING' && html`, at <${Time} at=${nextAttemptTime} parts="time" isFocusable=${false} />`}</span>`}<span class="soft small log-narrow">${answerText(delivery)}</span></td>
    <td class="log-answer">${answerText(delivery)}</td>
    <td class="number">${attemptCount}</td>
  </tr>`;
}
