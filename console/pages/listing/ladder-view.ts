import type { Money as Amount, BoxExplanation, Offer } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { decimalsOf } from '../../amounts.ts';
import { Badge } from '../../components/badge.ts';
import { Money, moneyText } from '../../components/money.ts';
import { numberText, percentText } from '../../formats.ts';
import { html } from '../../html.ts';
import { marketplace } from '../../marketplace.ts';
import { useSellerNames } from '../../seller-names.ts';
import { type Rung, rungsOf } from './ladder.ts';

type LadderProps = { offers: readonly Offer[]; own: BoxExplanation | undefined; limit: Amount | undefined };

/** One bar for each offer. Words say whose it is and who holds the buy box; colour and pattern repeat it. */
export function Ladder({ offers, own, limit }: LadderProps): VNode {
  const rungs = rungsOf(offers, own, decimalsOf(marketplace.value?.currency ?? 'USD'));
  const holders = rungs.filter(({ isHolder }) => isHolder);
  const nameOf = useSellerNames(rungs.flatMap(({ whose, seller }) => (whose === 'other' ? [seller] : [])));
  // Businesses have one of business prices and one of ordinary prices, which do not compete.
  const hasTwoBoxes = holders.length > 1;
  return html`<ol class="ladder">${rungs.map((rung) => html`<${LadderRung} key=${rung.key} rung=${rung} name=${nameOf(rung.seller)} hasTwoBoxes=${hasTwoBoxes} />`)}</ol>
    ${limit && html`<p class="soft small ladder-limit">Limit of this item: <${Money} of=${limit} />. Dearer offers cannot hold the buy box.</p>`}`;
}

type LadderRungProps = { rung: Rung; name: string; hasTwoBoxes: boolean };

function LadderRung({ rung, name, hasTwoBoxes }: LadderRungProps): VNode {
  const { whose, seller, isHolder, landed, difference, listingShare, shippingShare } = rung;
  return html`<li class="rung" data-whose=${whose} data-holder=${String(isHolder)}>
    <div class="rung-who">
      <strong>${whose === 'other' ? name : whose === 'this' ? 'You' : 'You, another SKU'}</strong>
      ${whose !== 'other' && html`<${Badge} tone="accent">${whose === 'this' ? 'This listing' : 'Yours'}<//>`}
      ${isHolder && html`<${Badge} tone="good">★ Buy box${hasTwoBoxes && (rung.isBusinessPrice ? ', business prices' : ', ordinary prices')}<//>`}
    </div>
    <div class="rung-price">
      <strong><${Money} of=${landed} /></strong>
      <span class="soft">${difference === 0 ? '' : moneyText(difference, true)}</span>
    </div>
    <div class="rung-bar" aria-hidden="true"><i style=${{ width: `${listingShare * 100}%` }}></i><i class="shipping" style=${{ width: `${shippingShare * 100}%` }}></i></div>
    <div class="rung-about soft">${aboutOf(rung)}${whose === 'other' && name !== seller && html` · <span title="SellerId">${seller}</span>`}</div>
  </li>`;
}

/** Everything else about it in one line. */
function aboutOf(rung: Rung): string {
  const { listing, shipping, condition, isFulfilledByFS, isFeatured, rating, ratings, isBusinessPrice, isShown } = rung;
  return [
    `${moneyText(listing)} + ${shipping === 0 ? 'free shipping' : `${moneyText(shipping)} shipping`}`,
    isBusinessPrice && 'business price',
    spaced(condition),
    isFulfilledByFS ? 'fulfilled by FS' : 'shipped by seller',
    rating !== undefined && `${percentText(rating)} of ${numberText(ratings ?? 0)} ratings`,
    !isFeatured && 'not a featured merchant',
    !isShown && 'not among the cheapest 20',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** `VeryGood` -> `Very good`; `OEM` stays. */
const spaced = (word: string) => word.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
