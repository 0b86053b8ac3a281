import type { BoxExplanation } from 'marketplace-seller-sdk';
import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../../components/icon.ts';
import { Money, moneyText } from '../../components/money.ts';
import { html } from '../../html.ts';
import { Gates } from './gates.ts';
import { History } from './history.ts';
import { Offers } from './offers.ts';
import { standingOf } from './standing.ts';
import { TryPrice } from './try-price.ts';

type ContentProps = { box: BoxExplanation; query: URLSearchParams };

export function ListingContent({ box, query }: ContentProps): VNode {
  const { tone, title, text } = standingOf(box, moneyText);
  return html`<div class="listing">
    <section class="standing" data-tone=${tone} role="status">
      <${Icon} name=${tone === 'good' ? 'check' : 'warning'} />
      <div><h2>${title}</h2><p>${text}</p></div>
    </section>
    <${Figures} box=${box} />
    <div class="listing-columns">
      <div class="listing-column listing-tools">
        <${TryPrice} key=${`${box.SellerSKU} ${box.CustomerType}`} box=${box} query=${query} />
        <${Gates} gates=${box.Gates} />
      </div>
      <div class="listing-column">
        <${Offers} box=${box} query=${query} />
        <${History} box=${box} query=${query} />
      </div>
    </div>
  </div>`;
}

/** The few numbers that matter, at one glance. */
function Figures({ box }: { box: BoxExplanation }): VNode {
  const { Offer, Holder, WinningPrice, IsBuyBoxWinner, offerType } = box;
  const holder = IsBuyBoxWinner ? Offer.LandedPrice : Holder?.LandedPrice;
  const winning = WinningPrice.ListingPrice;
  return html`<dl class="figures">
    <${Figure} label=${offerType === 'B2B' ? 'Your business price' : 'Your price'} value=${Offer.ListingPrice} note=${shippingNote(Offer)} />
    <${Figure} label="Buy box, with shipping" value=${holder} note=${IsBuyBoxWinner ? 'You hold it' : (Holder?.SellerId ?? 'Nobody holds it')} />
    <${Figure} label=${IsBuyBoxWinner ? 'Wins up to' : 'Price that wins'} value=${winning} note=${winning ? keptNote(WinningPrice.AfterFees) : noPriceNote(WinningPrice)} />
    <${Figure} label="You keep of one sale" value=${Offer.AfterFees.Net} note=${Offer.AfterFees.TotalFees ? `after ${moneyText(Offer.AfterFees.TotalFees)} of fees` : (Offer.AfterFees.Reason ?? '')} />
  </dl>`;
}

type FigureProps = { label: string; value: BoxExplanation['Offer']['LandedPrice']; note: ComponentChildren };

const Figure = ({ label, value, note }: FigureProps) =>
  html`<div><dt>${label}</dt><dd><strong><${Money} of=${value} /></strong><span class="soft">${note}</span></dd></div>`;

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
  notes[resultStatus] ?? Explanation;

const keptNote = (after: BoxExplanation['Offer']['AfterFees'] | undefined) =>
  after?.Net ? `leaves ${moneyText(after.Net)}` : (after?.Reason ?? '');
