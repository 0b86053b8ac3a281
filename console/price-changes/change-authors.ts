import type { OfferTerms, OwnPriceStep, PriceChangeReceipt } from 'marketplace-seller-sdk';

/** A change of a listing's own price, of which the history does not tell the author. `at` is in seconds since 1970. */
export type OwnChange = { readonly at: number; readonly step: OwnPriceStep };

/** Clocks of several processes differ a little. */
const SLACK_MS = 2_000;

/**
 * A change belongs to the receipt that was asked for before it, was applied by then, and has the same terms. One without a receipt is the
 * operator's, where the receipts reach back to it: older ones may be removed.
 */
export function authorsOf(
  changes: readonly OwnChange[],
  receipts: readonly PriceChangeReceipt[],
): (string | undefined)[] {
  const knownMs = Math.min(...receipts.map(({ CreatedTime }) => Date.parse(CreatedTime)));
  return changes.map(({ at, step }) => {
    const atMs = at * 1000;
    const found = receipts.find(
      ({ State, CreatedTime, SettledTime = CreatedTime, TermsAfter }) =>
        (State === 'APPLIED' || State === 'OVERRIDDEN') &&
        Date.parse(CreatedTime) - SLACK_MS <= atMs &&
        atMs <= Date.parse(SettledTime) + SLACK_MS &&
        TermsAfter !== undefined &&
        areTerms(TermsAfter, step),
    );
    return found?.ChangedBy.Kind ?? (atMs > knownMs ? 'operator' : undefined);
  });
}

const areTerms = ({ ListingPrice, Shipping, BusinessPrice }: OfferTerms, step: OwnPriceStep) =>
  ListingPrice.Amount === step.OwnPrice?.ListingPrice.Amount &&
  Shipping?.Amount === step.OwnPrice.Shipping?.Amount &&
  BusinessPrice?.Amount === step.BusinessPrice?.Amount;
