import type { PriceChangedEvent } from 'marketplace-seller-sdk';
import type { EventSummary, Formats } from './summary-parts.ts';

const authors: Readonly<Record<string, string>> = {
  application: 'An application changed it.',
  member: 'A member of your team changed it.',
  operator: 'The operator of the marketplace changed it.',
};

/** From which price to which, and by whom. */
export function priceSummary({ data }: PriceChangedEvent, { money }: Formats): EventSummary {
  const [before, after] = [data.TermsBefore, data.TermsAfter].map((terms) =>
    money(terms.LandedPrice ?? terms.ListingPrice),
  );
  const prices = before === after ? 'The price is the same, other terms changed.' : `From ${before} to ${after}.`;
  const author = authors[data.ChangedBy.Kind] ?? '';
  const limits = data.LimitsCrossed ? 'It crosses a limit that you have set.' : '';
  return {
    group: 'other',
    tone: data.LimitsCrossed ? 'bad' : 'neutral',
    headline: data.LimitsCrossed ? 'A price of yours crosses your limits' : 'Your terms changed',
    text: [prices, limits, author].filter((part) => part !== '').join(' '),
  };
}
