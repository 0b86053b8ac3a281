import { andThen, type MaybePromise, recovering } from '../../../domain/maybe-promise.ts';
import type { FeeFacts, SubjectQuery } from './estimate-subject.ts';

/**
 * Facts for the estimates of a batch: its items are read in one statement instead of one each, which halves the cost of a
 * batch. An optimization only: with `facts` themselves the estimates are the same. When the statement fails, each
 * estimate reads its own item: then only those fail whose item cannot be read.
 */
export function readTogether(
  facts: FeeFacts,
  sellerId: string,
  queries: readonly SubjectQuery[],
): MaybePromise<FeeFacts> {
  const keys = queries.flatMap(({ idType, idValue: itemId, marketplace }) =>
    idType === 'StoreItemId' && marketplace ? [{ marketplaceId: marketplace.marketplaceId, itemId }] : [],
  );
  if (keys.length < 2) return facts;
  return recovering<FeeFacts>(
    () =>
      andThen(facts.itemsForFees(keys, sellerId), (itemForFees) => ({
        itemForFees,
        marketplaces: () => facts.marketplaces(),
        feeSchedules: () => facts.feeSchedules(),
        itemsForFees: (...given) => facts.itemsForFees(...given),
        listingForFees: (key) => facts.listingForFees(key),
        ownOffers: (...given) => facts.ownOffers(...given),
      })),
    () => facts,
  );
}
