import type { AnyOfferChangedEvent, PricingHealthEvent } from 'marketplace-seller-sdk';
import type { EventSummary, Formats } from './summary-parts.ts';

export function healthSummary({ data }: PricingHealthEvent, { money }: Formats): EventSummary {
  const sick = data.Offers.filter(({ Health }) => Health === 'UNHEALTHY');
  const count = sick.length || data.Offers.length;
  const subject = count === 1 ? 'An offer of yours' : `${count} of your offers`;
  if (sick.length === 0) {
    const [offer] = data.Offers;
    const price = offer?.OwnPrice.LandedPrice ? `It competes with ${money(offer.OwnPrice.LandedPrice)}.` : '';
    return {
      group: 'health',
      tone: 'good',
      headline: `${subject} ${count === 1 ? 'is' : 'are'} eligible for the buy box again`,
      text: count === 1 ? price : '',
    };
  }
  const texts = sick.map(({ SellerSKU, FailingGates }) => {
    const why = FailingGates.map(({ Explanation }) => Explanation).join(' ');
    return sick.length === 1 ? why : `${SellerSKU}: ${why}`;
  });
  return {
    group: 'health',
    tone: 'bad',
    headline: `${subject} ${count === 1 ? 'is' : 'are'} not eligible for the buy box`,
    text: texts.join(' '),
  };
}

export function offersSummary({ data }: AnyOfferChangedEvent, { money }: Formats): EventSummary {
  const { LowestLandedPrice: lowest, PreviousLowestLandedPrice: before, Summary } = data;
  const count = Summary.TotalOfferCount;
  const moved = lowest && before && before.Amount !== lowest.Amount ? ` instead of ${money(before)}` : '';
  const price = lowest ? `The lowest price is ${money(lowest)}${moved}. ` : '';
  const offers = count === 1 ? 'There is 1 offer.' : `There are ${count} offers.`;
  return { group: 'offers', tone: 'neutral', headline: 'Offers changed', text: `${price}${offers}` };
}
