import type { Money, OfferTerms, PriceChangeAuthor, PriceChangeReceipt } from 'marketplace-seller-sdk';
import { withLocalTimes } from '../moments.ts';

/** What a state means for the seller, where no reason is given. */
const meanings: Readonly<Record<string, string>> = {
  ACCEPTED: 'It is stored, and is being applied.',
  PENDING: 'It waits for the marketplace, which decides on each change.',
  APPLIED: 'It is in force.',
  UNCHANGED: 'These are the present terms already.',
  REJECTED: 'It was refused. Nothing has changed.',
  REPLACED: 'A newer change came before the marketplace decided.',
  OVERRIDDEN: 'It was in force until the marketplace changed the terms.',
};

/** Whether its state may still change by itself. */
export const isOpen = ({ State }: Pick<PriceChangeReceipt, 'State'>): boolean =>
  State === 'ACCEPTED' || State === 'PENDING';

/** An undo is not taken back: the change itself can be made again. */
export const canUndo = ({ State, TermsBefore, Asked }: PriceChangeReceipt): boolean =>
  State === 'APPLIED' && TermsBefore !== undefined && Asked.UndoOf === undefined;

/** What became of it: for an applied change where the listing stands, else why it is not in force. */
export function outcomeText({ State, Result, Rejection }: PriceChangeReceipt): string {
  if (Rejection?.Code === 'ConfirmationRequired')
    return `${sentence(figuresOf(Rejection.Reason))} It was not confirmed.`;
  if (Rejection) return sentence(withLocalTimes(Rejection.Reason));
  if (State === 'APPLIED' && Result) return standing(Result.IsBuyBoxWinner, Result.Reason);
  return meanings[State] ?? '';
}

/** The service speaks of "the offer"; the reader is its seller. */
function standing(isWinner: boolean, reason: string): string {
  const [, why] = /^[^:]*holds the buy box: (.*)$/.exec(reason) ?? [];
  if (why === undefined) return reason;
  return isWinner ? `You hold the buy box: ${why}` : `Another offer holds the buy box: ${why}`;
}

/** Without the advice to programs how to confirm it. */
const figuresOf = (reason: string) => reason.split(';')[0] ?? reason;

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

type Write = (amount: Money) => string;

/** What differs between the terms, each as `$150.00 → $144.98`. Empty while they are not known. */
export function changedTermsText({ TermsBefore, TermsAfter }: PriceChangeReceipt, write: Write): string {
  if (!TermsAfter) return '';
  const parts = terms.flatMap(({ name, of }) => {
    const [was, is] = [TermsBefore && of(TermsBefore), of(TermsAfter)];
    if (was?.Amount === is?.Amount) return [];
    return `${name}${was ? write(was) : 'none'} → ${is ? write(is) : 'none'}`;
  });
  const tiers = (of: OfferTerms | undefined) => JSON.stringify(of?.quantityDiscountPrices ?? []);
  if (tiers(TermsBefore) !== tiers(TermsAfter)) parts.push('quantity discounts');
  return parts.join(', ') || write(TermsAfter.ListingPrice);
}

const terms: readonly { name: string; of: (terms: OfferTerms) => Money | undefined }[] = [
  { name: '', of: ({ ListingPrice }) => ListingPrice },
  { name: 'shipping ', of: ({ Shipping }) => Shipping },
  { name: 'business price ', of: ({ BusinessPrice }) => BusinessPrice },
];

/** Who made the change, in a word; ids follow it (decision 53). */
export const authorText = ({ Kind }: PriceChangeAuthor): string =>
  ({ member: 'In the console', application: 'By an application', operator: 'By the marketplace', rule: 'By a rule' })[
    Kind as string
  ] ?? Kind;
