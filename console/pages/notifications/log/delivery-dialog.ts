import type { DeliveryAttempt, DeliveryDetails, Destination } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../api.ts';
import { CopyBlock } from '../../../components/copy-button.ts';
import { Dialog } from '../../../components/dialog.ts';
import { StateBadge } from '../../../components/state-badge.ts';
import { Time } from '../../../components/time.ts';
import { toast } from '../../../components/toast.ts';
import { WriteButton } from '../../../components/write-button.ts';
import { numberText } from '../../../formats.ts';
import { html } from '../../../html.ts';
import { useLoad } from '../../../load.ts';
import { setQuery } from '../../../router.ts';
import { attemptOutcomes } from '../../../states/attempt.ts';
import { deliveryStates } from '../../../states/delivery.ts';
import { fieldErrors } from '../form/field-errors.ts';
import { kept, useFollow } from '../poll.ts';
import { eventTitle, stateReason } from '../words.ts';
import { requestText } from './request-text.ts';

type DeliveryDialogProps = { deliveryId: string | undefined; destination: Destination; onChange: () => void };

const close = () => setQuery({ delivery: undefined });

/** One delivery: its attempts, what was sent, and what was answered. Its id is in the address, so that it can be shared. */
export function DeliveryDialog({ deliveryId, destination, onChange }: DeliveryDialogProps): VNode {
  const [isBusy, setBusy] = useState(false);
  const resend = async (id: string) => {
    setBusy(true);
    try {
      await client.resendDelivery({ path: { deliveryId: id } });
      toast('Queued again.');
    } catch (error) {
      toast(fieldErrors(error, []).rest.join(' '), 'bad');
    }
    setBusy(false);
    onChange();
  };
  const actions = html`<button type="button" onClick=${close}>Close</button>
    <${WriteButton} type="button" class="main" disabled=${isBusy} onClick=${() => deliveryId && void resend(deliveryId)}>Send again<//>`;
  return html`<${Dialog} isOpen=${deliveryId !== undefined} title="Delivery" onClose=${close} actions=${actions}>
    ${deliveryId && html`<${Details} deliveryId=${deliveryId} destination=${destination} />`}
  <//>`;
}

function Details({ deliveryId, destination }: { deliveryId: string; destination: Destination }): VNode {
  const loaded = useLoad((signal) => client.getDelivery({ path: { deliveryId }, signal }), [deliveryId]);
  useFollow(loaded, 2_000);
  return kept(loaded, (delivery) => html`<${Shown} delivery=${delivery} destination=${destination} />`, 8);
}

function Shown({ delivery, destination }: { delivery: DeliveryDetails; destination: Destination }): VNode {
  const { state, createdTime, nextAttemptTime, attempts, event, notificationId } = delivery;
  const isWebhook = destination.type === 'WEBHOOKS';
  return html`<dl class="delivery-facts">
      <div><dt>Event</dt><dd>${eventTitle(event)}</dd></div>
      <div><dt>State</dt><dd><${StateBadge} of=${deliveryStates} state=${state} /> <span class="soft">${stateReason(delivery, destination.type)}</span></dd></div>
      <div><dt>Queued</dt><dd><${Time} at=${createdTime} /></dd></div>
      ${nextAttemptTime && html`<div><dt>Next attempt</dt><dd><${Time} at=${nextAttemptTime} /></dd></div>`}
      <div><dt>Notification</dt><dd><code>${notificationId}</code></dd></div>
    </dl>
    <h3>Attempts</h3>
    ${attempts.length === 0 ? html`<p class="soft">None yet.</p>` : html`<ol class="attempts">${attempts.toReversed().map((attempt) => html`<${Attempt} key=${attempt.number} attempt=${attempt} />`)}</ol>`}
    <h3>${isWebhook ? 'Request' : 'Event'}</h3>
    ${isWebhook ? html`<${CopyBlock} of="the request" text=${requestText(destination, delivery)} isWrapped /><p class="field-hint">The signature is made anew for each attempt. Your secret proves it: see the tab Signature.</p>` : html`<${CopyBlock} of="the event" text=${JSON.stringify(event, null, 2)} isWrapped />`}`;
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }): VNode {
  const { number, outcome, startedTime, durationMs, code, error, answer } = attempt;
  return html`<li value=${number}>
    <p><${StateBadge} of=${attemptOutcomes} state=${outcome} /> <${Time} at=${startedTime} parts="time" />${durationMs !== undefined && html` <span class="soft">${numberText(durationMs)} ms</span>`}${code !== undefined && html` <span class="soft">answered ${code}</span>`}</p>
    ${error && html`<p class="field-error">${error}</p>`}
    ${answer && html`<pre class="wrapped" tabindex="0" role="region" aria-label=${`Answer to attempt ${number}`}><code>${answer}</code></pre>`}
  </li>`;
}
