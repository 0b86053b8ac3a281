import type { Listing, NetAndProfit } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import type { Column } from '../../components/data-table.ts';
import { ListingName } from '../../components/listing-name.ts';
import { Money, moneyText } from '../../components/money.ts';
import { Net, Profit } from '../../components/net.ts';
import { Sparkline } from '../../components/sparkline.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { numberText, percentText } from '../../formats.ts';
import { html } from '../../html.ts';
import { listingStates } from '../../states/listing.ts';
import type { RowHistory } from './row-order.ts';

/**
 * Where there is little room, the page of the listing has what is optional; the other figures move under the name. The price in the buy
 * box goes first: the own price and the gap say it, too.
 */
export function columnsOf(historyOf: (row: Listing) => RowHistory | undefined): Column<Listing>[] {
  return [
    { id: 'sku', label: 'Listing', canSort: true, cell: Name },
    { id: 'state', label: 'State', width: '7.25rem', isClear: true, canSort: true, importance: 1, cell: State },
    {
      id: 'price',
      label: 'Your price',
      width: '6.25rem',
      isNumber: true,
      canSort: true,
      importance: 4,
      cell: OwnPrice,
    },
    { id: 'box', label: 'Buy box', width: '5.75rem', isNumber: true, cell: BoxPrice },
    { id: 'gap', label: 'Gap', width: '5rem', isNumber: true, canSort: true, importance: 2, cell: Gap },
    { id: 'wins', label: 'Wins up to', width: '6.25rem', isNumber: true, importance: 3, cell: Winning },
    {
      id: 'offers',
      label: 'Offers',
      width: '4rem',
      isNumber: true,
      isOptional: true,
      cell: ({ OffersCount }) => OffersCount,
    },
    {
      id: 'share',
      label: '30 days',
      width: '8.75rem',
      isOptional: true,
      canSort: true,
      cell: (row) => History(historyOf(row)),
    },
  ];
}

const State = ({ State: state, Quantity }: Listing) =>
  html`<${StateBadge} of=${listingStates} state=${state} /><span class="second">${numberText(Quantity)} in stock</span>`;

const Name = ({ SellerSKU, Title }: Listing) => html`<${ListingName} sku=${SellerSKU} title=${Title} />`;

const OwnPrice = ({ OwnPrice: { LandedPrice, ListingPrice }, NetAtOwnPrice }: Listing) =>
  html`<${Money} of=${LandedPrice ?? ListingPrice} />${netOf(NetAtOwnPrice)}`;

const BoxPrice = ({ BuyBoxPrice }: Listing) => html`<${Money} of=${BuyBoxPrice?.LandedPrice} />`;

/** A listing that is not on sale does not compete: the order of gaps has it at the end, and its gap would be wrong there. */
const Gap = ({ GapToBuyBox, State: state }: Listing) =>
  GapToBuyBox && state !== 'inactive'
    ? html`<span class=${gapTone(GapToBuyBox.Amount)}><${Money} of=${GapToBuyBox} isSigned /></span>`
    : html`<${Money} />`;

const gapTone = (amount: number) => (amount > 0 ? 'dearer' : amount === 0 ? 'soft' : '');

const reasons: Readonly<Record<string, string>> = {
  NO_COMPETING_OFFER: 'any price',
  OFFER_NOT_ELIGIBLE: 'no price',
  NO_WINNING_PRICE: 'no price',
};

function Winning({ WinningPrice: { LandedPrice, resultStatus }, NetAtWinningPrice }: Listing): VNode {
  if (!LandedPrice) return html`<span class="soft">${reasons[resultStatus] ?? '–'}</span>`;
  return html`<${Money} of=${LandedPrice} />${netOf(NetAtWinningPrice)}`;
}

const netOf = (after: NetAndProfit | undefined) =>
  after?.Net &&
  html`<span class="second"><${Net} of=${after.Net} /></span>${after.Profit && html`<span class="second"><${Profit} of=${after.Profit} /></span>`}`;

function History(history: RowHistory | undefined): VNode {
  if (!history) return html`<span class="cell-bone"></span>`;
  const share =
    history.share === undefined || !history.prices.some((price) => price !== undefined)
      ? ''
      : percentText(Math.round(history.share * 100));
  return html`<span class="list-history"><${Sparkline} values=${history.prices} label="Buy box price of 30 days" format=${(value: number) => moneyText(value)} />
    ${share && html`<span class="second" title="How much of the time you held the buy box"><span class="hidden">You held it </span>${share}</span>`}</span>`;
}
