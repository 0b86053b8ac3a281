import type { TermsChange } from '../../../domain/notifications/market-event.ts';
import { authorKindOf } from '../../../domain/price-changes/changed-by.ts';
import { writeTerms } from '../../pricing/price-changes/terms.ts';
import { writeOwnPart } from './seller-part.ts';

/** Comes last: see `redactedFor`. */
const AUTHOR = ',"ChangedBy":';

/** The seller's part of PRICE_CHANGED. `crossesLimits` undefined: limits bind the change, so it crosses none. */
export function writePriceChangedPart(change: TermsChange, crossesLimits: boolean | undefined): string {
  const { sku, condition, currency, termsRevision, before, after, previousItemId, ownChange } = change;
  const members = {
    SellerSKU: sku,
    ItemCondition: condition,
    TermsRevision: termsRevision,
    TermsBefore: writeTerms(before, currency),
    TermsAfter: writeTerms(after, currency),
    PreviousStoreItemId: previousItemId,
    LimitsCrossed: crossesLimits,
    PriceChangeId: ownChange?.receiptId,
  };
  return `${JSON.stringify(members).slice(1, -1)},${writeOwnPart(true)}${AUTHOR}${JSON.stringify(authorOf(ownChange))}`;
}

type Author = { Kind: string; ApplicationId?: string; MemberId?: string };

function authorOf(ownChange: TermsChange['ownChange']): Author {
  if (ownChange === undefined) return { Kind: 'operator' };
  const { clientId, memberId } = ownChange.by;
  return {
    ...{ Kind: authorKindOf(ownChange.by), ApplicationId: clientId },
    ...(memberId !== undefined && { MemberId: memberId }),
  };
}

/** The part as a delegated application sees it: of changes that others made it learns the kind of author only (decision 53). */
export function redactedFor(application: string, sellerPart: string): string {
  // No string within JSON text has quotes that are not escaped, and ids are all that follows the member.
  const start = sellerPart.lastIndexOf(AUTHOR);
  if (start < 0) return sellerPart;
  const { Kind, ApplicationId }: Author = JSON.parse(sellerPart.slice(start + AUTHOR.length));
  if (ApplicationId === application) return sellerPart;
  return `${sellerPart.slice(0, start)}${AUTHOR}${JSON.stringify({ Kind })}`;
}
