import type { OperatorDestination } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { TextWithTimes } from '../../components/text-with-times.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { destinationWords, typeText, waitingText } from './words.ts';

type DestinationRowProps = {
  destination: OperatorDestination;
  /** On its own page, and on that of its seller, what the page is about needs no link. */
  isOwnPage?: boolean;
  isOfSeller?: boolean;
};

/** A destination: whether it works, why not, and what waits for it. */
export function DestinationRow({ destination, isOwnPage = false, isOfSeller = false }: DestinationRowProps): VNode {
  const { channelId, sellerId, channelName, type, address, failingSince, lastFailure, waiting, stopped } = destination;
  const { sellerName } = destination;
  const { label, tone } = destinationWords(destination);
  // On the page of the seller there are many, and the name leads there too.
  const hasLink = !isOwnPage && !isOfSeller;
  const deliveries = `${hrefOf('/deliveries/of', channelId)}?${new URLSearchParams({ seller: sellerId })}`;
  return html`<li class="card entry">
    <div class="entry-head">
      <strong>${isOwnPage ? channelName : html`<a href=${deliveries}>${channelName}</a>`}</strong><${Badge} tone=${tone}>${label}<//><span class="small soft">${typeText(type)}</span>
      ${!isOfSeller && html`<span class="entry-time small"><a title=${sellerId} href=${hrefOf('/sellers', sellerId)}>${sellerName ?? sellerId}</a></span>`}
    </div>
    ${address && html`<p class="small soft"><code>${address}</code></p>`}
    ${stopped && html`<p><${TextWithTimes} text=${stopped.text} /></p>`}
    ${failingSince && html`<p>Fails since <strong><${Time} at=${failingSince} /></strong>${lastFailure && html`: <${TextWithTimes} text=${lastFailure.cause} />`}</p>`}
    ${!failingSince && lastFailure && html`<p class="small soft">The last failure was <${Time} at=${lastFailure.time} />: <${TextWithTimes} text=${lastFailure.cause} /></p>`}
    <p class="small">${waitingText(destination)}${waiting.oldestTime && html` <span class="soft">The oldest waits since <${Time} at=${waiting.oldestTime} />.</span>`}</p>
    ${(hasLink || lastFailure) && html`<p class="small links">${hasLink && html`<a href=${deliveries}>Deliveries</a>`}${lastFailure && html`<a href=${`${hrefOf('/trace')}?${new URLSearchParams({ id: lastFailure.deliveryId })}`}>Why the last one failed</a>`}</p>`}
  </li>`;
}
