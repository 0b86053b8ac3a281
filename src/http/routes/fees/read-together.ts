import { andThen, type MaybePromise, recovering } from '../../../domain/maybe-promise.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { SubjectQuery } from './estimate-subject.ts';

/**
 * Reads the items of a batch in one statement instead of one each, and puts them into the queries. An optimization only: a
 * query without its item reads it. So each does when the statement fails: then only those fail whose item cannot be read.
 */
export function readTogether(
  facts: MarketFacts,
  sellerId: string,
  queries: readonly SubjectQuery[],
): MaybePromise<undefined> {
  const ofItems = queries.filter(({ idType, marketplace }) => idType === 'StoreItemId' && marketplace !== undefined);
  if (ofItems.length < 2) return undefined;
  const keys = ofItems.map(({ idValue: itemId, marketplace }) => ({
    marketplaceId: marketplace?.marketplaceId ?? '',
    itemId,
  }));
  return recovering(
    () =>
      andThen(facts.itemsForFees(keys, sellerId), (subjects) => {
        subjects.forEach((subject, n) => {
          const query = ofItems[n];
          if (query) query.read = { subject };
        });
        return undefined;
      }),
    () => undefined,
  );
}
