import type { FeesEstimateResult } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { Icon } from '../../components/icon.ts';
import { Money, moneyText } from '../../components/money.ts';
import { numberFormat } from '../../formats.ts';
import { html } from '../../html.ts';
import { marketplace } from '../../marketplace.ts';
import { type Channel, channelName, feeName } from './fee-words.ts';
import { type Split, splitOf } from './split.ts';

type ChannelCardProps = {
  channel: Channel;
  result: FeesEstimateResult;
  price: number;
  shipping: number;
  /** The seller's own offer is shipped so. */
  isOwn: boolean;
};

/** The net of one way to ship: the figure, the bar, and the parts of the bar in words. */
export function ChannelCard({ channel, result, price, shipping, isOwn }: ChannelCardProps): VNode {
  const { FeesEstimate, Error: error } = result;
  const currency = marketplace.value?.currency ?? 'USD';
  const split = FeesEstimate && splitOf(price, shipping, FeesEstimate, currency);
  return html`<section class="card channel" data-channel=${channel}>
    <h2>${channelName[channel]}${isOwn && html` <${Badge} tone="accent">Your offer<//>`}</h2>
    ${split ? html`<${SplitBar} split=${split} />` : html`<p class="channel-none">No estimate. ${error?.Message}</p>${error?.Detail.map((text) => html`<p key=${text} class="soft">${text}</p>`)}`}
  </section>`;
}

const percent = numberFormat({ style: 'percent', maximumFractionDigits: 1 });

/** A part of the bar that is narrower has no room for its amount. */
const ROOM = 0.16;

function SplitBar({ split }: { split: Split }): VNode {
  const { paid, fees, totalFees, net, netShare } = split;
  const shares = fees.filter(({ amount }) => amount > 0);
  return html`<p class="channel-net" role="status">${
    net < 0
      ? html`<strong class="loss"><${Icon} name="warning" />${moneyText(net)}</strong> <span class="soft">Each sale of ${moneyText(paid)} loses money</span>`
      : html`<strong>${moneyText(net)}</strong> <span class="soft">net of a sale of ${moneyText(paid)}</span>`
  }</p>
    <div class="split" aria-hidden="true">
      ${shares.map(({ id, amount, share }) => html`<i key=${id} data-part=${id} data-narrow=${share < ROOM} style=${{ width: `${share * 100}%` }}>${share < ROOM ? '' : moneyText(amount)}</i>`)}
      <i data-part="net" data-narrow=${netShare < ROOM} style=${{ width: `${netShare * 100}%` }}>${netShare < ROOM ? '' : moneyText(net)}</i>
    </div>
    <dl class="split-parts">
      ${fees.map(({ id, amount, share }) => html`<div key=${id}><dt><i data-part=${id} aria-hidden="true"></i>${feeName(id)}</dt><dd class="soft">${percent.format(share)}</dd><dd><${Money} of=${amount} /></dd></div>`)}
      <div class="split-total"><dt>All fees</dt><dd class="soft">${paid > 0 ? percent.format(totalFees / paid) : ''}</dd><dd><${Money} of=${totalFees} /></dd></div>
      <div class="split-net"><dt><i data-part="net" aria-hidden="true"></i>Net</dt><dd class="soft">${paid > 0 ? percent.format(net / paid) : ''}</dd><dd><span class=${net < 0 ? 'loss' : ''}><${Money} of=${net} /></span></dd></div>
    </dl>`;
}
