import type { GateVerdict, Money } from 'marketplace-seller-sdk';
import { numberText, percentText } from '../../formats.ts';

export type GateWords = { readonly label: string; readonly figure: string; readonly required: string };

type Write = { readonly money: (amount: Money) => string; readonly time: (at: string) => string };

const labels: Readonly<Record<string, string>> = {
  active: 'Offer is active',
  startTime: 'Offer has started',
  stock: 'In stock',
  availability: 'Available',
  shippingCharge: 'Has a shipping charge',
  featuredMerchant: 'You are a featured merchant',
  feedbackRating: 'Positive feedback',
  feedbackCount: 'Number of ratings',
  competitivePriceThreshold: 'Price within the limit of the item',
};

const availability: Readonly<Record<string, string>> = {
  NOW: 'now',
  FUTURE_WITH_DATE: 'from a known date',
  FUTURE_WITHOUT_DATE: 'no date known',
};

/** A gate of the rule: its name, what the offer has, and what passes. The service may add gates: their names are shown as they are. */
export function gateWords({ Name, Figure, Required }: GateVerdict, write: Write): GateWords {
  const label = labels[Name] ?? Name;
  const plain = (value: GateVerdict['Figure']) => figureText(value, write);
  const figure = plain(Figure);
  switch (Name) {
    case 'active':
    case 'featuredMerchant':
      return { label, figure: Figure === true ? 'yes' : 'no', required: '' };
    case 'startTime':
      return { label, figure: typeof Figure === 'string' ? write.time(Figure) : 'no start time', required: '' };
    case 'availability':
      return { label, figure: availability[String(Figure)] ?? figure, required: 'now, or from a known date' };
    case 'shippingCharge':
      return { label, figure: figure || 'none', required: 'any, also zero' };
    case 'feedbackRating':
      return { label, figure: percent(Figure), required: `at least ${percent(Required)}` };
    case 'stock':
    case 'feedbackCount':
      return { label, figure, required: `at least ${plain(Required)}` };
    case 'competitivePriceThreshold':
      return {
        label,
        figure,
        required: typeof Required === 'object' ? `at most ${plain(Required)}` : 'this item has none',
      };
    default:
      return { label, figure, required: plain(Required) };
  }
}

const percent = (value: GateVerdict['Figure']) => (typeof value === 'number' ? percentText(value) : '');

function figureText(value: GateVerdict['Figure'], write: Write): string {
  if (value === undefined) return '';
  if (typeof value === 'object') return write.money(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(value);
  return value;
}

/** What the checklist comes to. A price that is too high is the only gate that another price passes. */
export function gatesLead(gates: readonly GateVerdict[], money: Write['money']): string {
  const failed = gates.filter(({ Passed }) => !Passed);
  const [first] = failed;
  if (!first) return 'Your offer meets all of it. The lowest landed price wins.';
  if (failed.length === 1 && first.PassingListingPrice)
    return `Your price is too high: ${money(first.PassingListingPrice)} or less passes.`;
  return `${failed.length} of ${gates.length} ${failed.length === 1 ? 'is' : 'are'} missing. Until then no price wins.`;
}
