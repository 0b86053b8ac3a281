import type { OperatorDelivery } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { TextWithTimes } from '../../components/text-with-times.ts';
import { Time } from '../../components/time.ts';
import { listText, numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { deliveryStates } from '../../states/delivery.ts';

/** A delivery: what became of it, and every failed attempt. */
export function DeliveryRow({ delivery, isOpen = false }: { delivery: OperatorDelivery; isOpen?: boolean }): VNode {
  const { deliveryId, eventType, isTest, state, createdTime, outcome, attempts, attemptCount, skus } = delivery;
  const { marketplaceId, storeItemId } = delivery;
  return html`<li class="card entry">
    <div class="entry-head">
      <strong><a href=${`${hrefOf('/trace')}?${new URLSearchParams({ id: deliveryId })}`}>${eventType}</a></strong>
      <${StateBadge} of=${deliveryStates} state=${state} />${isTest && html`<${Badge}>Test<//>`}
      <span class="entry-time small soft"><${Time} at=${createdTime} /></span>
    </div>
    <p><${TextWithTimes} text=${outcome.text} /></p>
    <p class="small soft">${storeItemId && marketplaceId && html`<a href=${hrefOf('/items', marketplaceId, storeItemId)}>${storeItemId}</a> in ${marketplaceId} · `}${skus && skus.length > 0 && `SKU ${listText(skus)} · `}<code>${deliveryId}</code></p>
    ${
      attempts.length > 0 &&
      html`<details class="small" open=${isOpen}><summary>${numberText(attemptCount)} ${attemptCount === 1 ? 'attempt' : 'attempts'}</summary>
      <ol class="plain">${attempts.map(
        ({ number, startedTime, durationMs, code, cause }) =>
          html`<li key=${number}><strong>${number}.</strong> <${Time} at=${startedTime} />${durationMs !== undefined && `, ${numberText(durationMs)} ms`}${code !== undefined && html`, <code>${code}</code>`}${cause && html`: <${TextWithTimes} text=${cause} />`}</li>`,
      )}</ol></details>`
    }
  </li>`;
}
