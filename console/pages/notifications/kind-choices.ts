import type { Destination, KindChoice } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { toast } from '../../components/toast.ts';
import { html } from '../../html.ts';
import { fieldErrors } from './form/field-errors.ts';
import { choiceText, kindName } from './words.ts';

type KindChoicesProps = { destination: Destination; reload: () => void };

/** What programs have set for single kinds with subscriptions (decision 58), and the way back. */
export function KindChoices({ destination, reload }: KindChoicesProps): VNode | null {
  const { channelId, choicesByKind = [], eventTypes } = destination;
  const isWaiting = eventTypes?.length === 0;
  if (choicesByKind.length === 0 && !isWaiting) return null;
  return html`<section class="card kind-choices" aria-labelledby="kind-choices-title">
    <h2 id="kind-choices-title">Subscriptions</h2>
    ${isWaiting && html`<p>No kind of event is sent here: it waits for a program to subscribe it, or for your choice above.</p>`}
    ${choicesByKind.length > 0 && html`<p class="soft">A program has set these for single kinds. They count in place of the settings above.</p>`}
    <ul class="plain">${choicesByKind.map((choice) => html`<${Choice} key=${choice.eventType} channelId=${channelId} choice=${choice} reload=${reload} />`)}</ul>
  </section>`;
}

function Choice({ channelId, choice, reload }: { channelId: string; choice: KindChoice; reload: () => void }): VNode {
  const [isBusy, setBusy] = useState(false);
  const name = kindName(choice.eventType);
  const reset = async () => {
    setBusy(true);
    try {
      // Without choices of its own it has those of the destination.
      const path = { notificationType: choice.eventType as 'FEE_CHANGED' };
      await client.createSubscription({ path, body: { destinationId: channelId } });
      toast(`${name} has the settings above.`);
      reload();
    } catch (error) {
      toast(fieldErrors(error, []).rest.join(' '), 'bad');
    } finally {
      setBusy(false);
    }
  };
  return html`<li><b>${name}</b> <span>${choiceText(choice)}</span> <button type="button" disabled=${isBusy} aria-label=${`Use the settings above for ${name}`} onClick=${reset}>Use the settings above</button></li>`;
}
