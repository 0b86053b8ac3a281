import type { ListedEvent } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { Icon, type IconName } from '../../components/icon.ts';
import { moneyText } from '../../components/money.ts';
import { Loss } from '../../components/net.ts';
import { Time } from '../../components/time.ts';
import { rivalsOf, skusOf } from '../../event-facts.ts';
import { html } from '../../html.ts';
import { timeText } from '../../moments.ts';
import { hrefOf } from '../../router.ts';
import { useSellerNames } from '../../seller-names.ts';
import { summaryOf } from './event-summary.ts';
import type { Formats, Group } from './summary-parts.ts';

const formats: Formats = { money: moneyText, date: (at) => timeText(at, 'date') };

const icons: Readonly<Record<Group, IconName>> = {
  won: 'check',
  lost: 'down',
  health: 'warning',
  promotions: 'fees',
  fees: 'fees',
  destinations: 'bell',
  box: 'events',
  offers: 'listings',
  other: 'events',
};

const pageWords = {
  '/fees': 'Look at fees',
  '/notifications': 'Look at destinations',
  '/reports': 'Look at reports',
} as const;

/** SKUs that a row names; the page of fees has them all. */
const MAX_SKUS = 3;

/** One thing that happened. */
export function EventRow({ event, isNew }: { event: ListedEvent; isNew: boolean }): VNode {
  const rivals = rivalsOf(event);
  const seller = useSellerNames(rivals);
  const { headline, text, loss, tone, group, page } = summaryOf(event, { ...formats, seller });
  const skus = skusOf(event);
  const { ItemCondition } = event.data as { ItemCondition?: string };
  const condition = ItemCondition && ItemCondition !== 'New' && html`<span class="soft small">${ItemCondition}</span>`;
  return html`<li class=${`event${isNew ? ' is-new' : ''}`}>
    <span class="event-icon" data-tone=${tone}><${Icon} name=${icons[group]} /></span>
    <div class="event-text">
      <p><strong>${headline}</strong> ${skus.slice(0, MAX_SKUS).map((sku) => html`<a key=${sku} class="event-sku" href=${hrefOf('/listings', sku)}>${sku}</a> `)}${skus.length > MAX_SKUS && html`<span class="soft small">and ${skus.length - MAX_SKUS} more</span>`}${condition}</p>
      ${text && html`<p class="soft" title=${rivals.length > 0 ? rivals.join(', ') : undefined}>${text}${page && html` <a href=${hrefOf(page)}>${pageWords[page]}</a>`}</p>`}
      <${Loss} text=${loss} />
    </div>
    <${Time} at=${event.time} parts="time" isFocusable=${false} />
  </li>`;
}
