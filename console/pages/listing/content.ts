import type { BoxExplanation } from 'marketplace-seller-sdk';
import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../../components/icon.ts';
import { Money, moneyText } from '../../components/money.ts';
import { Loss, Proceeds } from '../../components/net.ts';
import { html } from '../../html.ts';
import { isLoss, lossText } from '../../losses.ts';
import { withLocalTimes } from '../../moments.ts';
import { usePriceChangeParts } from '../../price-change-parts.ts';
import { useSellerNames } from '../../seller-names.ts';
import { Gates } from './gates.ts';
import { History } from './history.ts';
import { Offers } from './offers.ts';
import { rivalsIn, standingOf } from './standing.ts';
import { TryPrice } from './try-price.ts';

type ContentProps = {
  box: BoxExplanation;
  query: URLSearchParams;
  /** The seller has changed the terms. */
  reload: () => void;
};

export function ListingContent({ box, query, reload }: ContentProps): VNode {
  const parts = usePriceChangeParts();
  const seller = useSellerNames(rivalsIn(box));
  const { tone: standing, title, text } = standingOf(box, moneyText, seller);
  const nets = { own: box.Offer.AfterFees, winning: box.WinningPrice.AfterFees };
  const loss = lossText(nets, (amount) => moneyText(amount));
  const tone = standing === 'good' && loss ? 'warn' : standing;
  return html`<div class="listing">
    <section class="standing" data-tone=${tone} role="status">
      <${Icon} name=${tone === 'good' ? 'check' : 'warning'} />
      <div><h2 title=${box.Holder?.SellerId}>${title}</h2><p>${text}</p><${Loss} text=${loss} />
        ${parts && html`<${parts.UsePrice} key=${keyOf(box)} box=${box} wanted=${winningPrice(box)} after=${box.WinningPrice.AfterFees} onChanged=${reload} />`}
      </div>
    </section>
    <${Figures} box=${box} />
    <div class="listing-columns">
      <div class="listing-column listing-tools">
        <${TryPrice} key=${keyOf(box)} box=${box} query=${query} reload=${reload} />
        <${Gates} gates=${box.Gates} />
        ${parts && html`<${parts.LimitsCard} key=${box.SellerSKU} box=${box} onChanged=${reload} />`}
      </div>
      <div class="listing-column">
        <${Offers} box=${box} query=${query} />
        <${History} box=${box} query=${query} />
      </div>
    </div>
  </div>`;
}

/** A receipt belongs to one listing and one kind of customers. */
const keyOf = ({ SellerSKU, CustomerType }: BoxExplanation) => `${SellerSKU} ${CustomerType}`;

/** Undefined where no price wins, and where the present one is it. */
function winningPrice({ Offer, WinningPrice: { ListingPrice: price } }: BoxExplanation) {
  return price && price.Amount !== Offer.ListingPrice.Amount ? { price } : undefined;
}

/** The few numbers that matter, at one glance. */
function Figures({ box }: { box: BoxExplanation }): VNode {
  const { Offer, Holder, WinningPrice, IsBuyBoxWinner, offerType } = box;
  const holder = IsBuyBoxWinner ? Offer.LandedPrice : Holder?.LandedPrice;
  const winning = WinningPrice.ListingPrice;
  const seller = useSellerNames(rivalsIn(box));
  const rival = Holder ? html`<span title=${Holder.SellerId}>${seller(Holder.SellerId)}</span>` : 'Nobody holds it';
  return html`<dl class="figures">
    <${Figure} label=${offerType === 'B2B' ? 'Your business price' : 'Your price'} value=${Offer.ListingPrice} note=${shippingNote(Offer)} />
    <${Figure} label="Buy box, with shipping" value=${holder} note=${IsBuyBoxWinner ? 'You hold it' : rival} />
    <${Figure} label=${IsBuyBoxWinner ? 'Wins up to' : 'Price that wins'} value=${winning} note=${winning ? winningNote(WinningPrice) : noPriceNote(WinningPrice)} />
    <${Figure} label="Net of one sale" value=${Offer.AfterFees.Net} note=${feesNote(Offer.AfterFees)} isLoss=${isLoss(Offer.AfterFees.Net)} />
    ${Offer.AfterFees.Profit && html`<${Figure} label="Profit of one sale" value=${Offer.AfterFees.Profit} note=${costNote(Offer.AfterFees)} isLoss=${isLoss(Offer.AfterFees.Profit)} />`}
  </dl>`;
}

type FigureProps = {
  label: string;
  value: BoxExplanation['Offer']['LandedPrice'];
  note: ComponentChildren;
  isLoss?: boolean;
};

const Figure = ({ label, value, note, isLoss: loses = false }: FigureProps) =>
  html`<div><dt>${label}</dt><dd><strong class=${loses ? 'loss' : ''}><${Money} of=${value} /></strong><span class="soft">${note}</span></dd></div>`;

const shippingNote = ({ Shipping, LandedPrice }: BoxExplanation['Offer']) =>
  Shipping && LandedPrice
    ? Shipping.Amount === 0
      ? 'with free shipping'
      : `+ ${moneyText(Shipping)} shipping = ${moneyText(LandedPrice)}`
    : 'no shipping charge yet';

const notes: Readonly<Record<string, string>> = {
  NO_COMPETING_OFFER: 'Any price: nobody competes',
  OFFER_NOT_ELIGIBLE: 'No price, until every check below passes',
};

const noPriceNote = ({ resultStatus, Explanation }: BoxExplanation['WinningPrice']) =>
  notes[resultStatus] ?? withLocalTimes(Explanation);

type AfterFees = BoxExplanation['Offer']['AfterFees'];

/** The buy box beside it is with shipping. */
const winningNote = ({ ListingPrice, LandedPrice, AfterFees: after }: BoxExplanation['WinningPrice']) =>
  LandedPrice && LandedPrice.Amount !== ListingPrice?.Amount
    ? html`${moneyText(LandedPrice)} with shipping, ${netNote(after)}`
    : netNote(after);

const netNote = (after: AfterFees | undefined) =>
  after?.Net ? html`<${Proceeds} of=${after} />` : withLocalTimes(after?.Reason ?? '');

/** Beside the net: the reader may see costs, and one is set. */
const costNote = ({ Cost, Profit }: AfterFees): ComponentChildren => {
  const cost = Cost ? `after a cost of ${moneyText(Cost)}` : '';
  return isLoss(Profit) ? html`<span class="loss">loses money</span> ${cost}` : cost;
};

function feesNote({ Net: net, TotalFees, Reason = '' }: AfterFees): ComponentChildren {
  if (!TotalFees) return withLocalTimes(Reason);
  const fees = `after ${moneyText(TotalFees)} of fees`;
  return isLoss(net) ? html`<span class="loss">loses money</span> ${fees}` : fees;
}
