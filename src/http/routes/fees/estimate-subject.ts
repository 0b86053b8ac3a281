import { type EstimateSubject, estimateSubject, type SubjectName } from '../../../domain/fees/estimate-subject.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { FeeSubject } from '../../../market/records/fee-subject.ts';

export type SubjectQuery = Omit<SubjectName, 'marketplace'> & {
  marketplace: Marketplace | undefined;
  /** What `idValue` names, when it was read before: see `readTogether`. */
  read?: { subject: FeeSubject | undefined };
};

/** The item or listing that is sold. `ownOffers` is read only when the request has no terms. */
type Unit = FeeSubject & { ownOffers?: readonly Offer[] };

/** Throws only when the database fails. Reads first, then decides: the decision needs no callbacks. */
export function readSubject(facts: MarketFacts, query: SubjectQuery): MaybePromise<EstimateSubject> {
  const { marketplace } = query;
  if (!marketplace) return estimateSubject(query, undefined, []);
  return andThen(readUnit(facts, query, marketplace), (unit) =>
    andThen(facts.feeSchedules(), (schedules) => estimateSubject(query, unit, schedules)),
  );
}

function readUnit(
  facts: MarketFacts,
  query: SubjectQuery,
  { marketplaceId }: Marketplace,
): MaybePromise<Unit | undefined> {
  const { sellerId, idType, idValue, request } = query;
  const subject = query.read
    ? query.read.subject
    : idType === 'SellerSKU'
      ? facts.listingForFees({ marketplaceId, sellerId, sku: idValue })
      : facts.itemForFees({ marketplaceId, itemId: idValue }, sellerId);
  return request ? subject : andThen(subject, (found) => found && withOwnOffers(facts, sellerId, found));
}

function withOwnOffers(facts: MarketFacts, sellerId: string, subject: FeeSubject): MaybePromise<Unit> {
  if (subject.offer) return { ...subject, ownOffers: [subject.offer] };
  return andThen(facts.ownOffers(sellerId, subject.item), (ownOffers) => ({ ...subject, ownOffers }));
}
