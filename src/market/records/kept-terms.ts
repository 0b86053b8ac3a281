import type { Sql } from '../../db/db.ts';
import type { Offer } from '../../domain/market/offer.ts';
import type { TermsPolicy } from '../../domain/market/terms-policy.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import { doTermsCount } from '../../domain/price-changes/record-terms.ts';
import { equalTerms, termsOf, withTerms } from '../../domain/price-changes/terms.ts';
import type { Entry, KeptTerms, PreviousOffer } from './record-change.ts';

/** Who keeps the terms. In `direct` a seller's change stands against later records of the operator (decision 49). */
export type TermsRule = { readonly now: number; readonly mode: PriceChangeMode };

type Kept = Omit<KeptTerms, 'effect'>;

/**
 * The record to write: the one that was sent, or that one on the stored terms. `kept`: those terms, and when the seller set them;
 * undefined where the record changes none.
 */
export function keptTerms(
  sent: Entry<Offer>,
  before: PreviousOffer | undefined,
  { now, mode }: TermsRule,
): { readonly entry: Entry<Offer>; readonly kept: Kept | undefined } {
  const termsSetMs = before?.terms_set_ms ?? null;
  if (mode !== 'direct' || before === undefined || termsSetMs === null || doTermsCount(sent.terms, termsSetMs, now))
    return { entry: sent, kept: undefined };
  const stored: Offer = JSON.parse(before.record);
  if (equalTerms(stored, sent.value)) return { entry: sent, kept: undefined };
  return { entry: { ...sent, value: withTerms(sent.value, stored) }, kept: { termsSetMs, terms: termsOf(stored) } };
}

/**
 * As of when the operator's last record of an offer was true. Stored in `confirmed` only, where outcomes of price changes are compared with
 * it. Null: when the row last changed. A change of the seller there must not count as that record, so it stores the time before it.
 */
export function recordTime(
  policy: TermsPolicy | undefined,
  before: PreviousOffer | undefined,
  { now, mode }: TermsRule,
): number | null {
  if (mode !== 'confirmed') return null;
  if (policy?.by === 'seller') return before?.record_ms ?? before?.changed_ms ?? null;
  return Math.min(policy?.asOfMs ?? now, now);
}

/** An offer by its key, and as of when a record of the operator that changes nothing was true. */
export type RecordedAt = Pick<Entry<Offer>, 'key' | 'text'> & { readonly recordMs: number | null };

/**
 * Records that change nothing are records, too: an outcome of an earlier time must not count against them (decision 49). Only offers with a
 * change that can still get an outcome are written, because a load of a market that repeats every record must not write every row. They
 * are written in the order of their keys, as everyone else does: no two transactions wait for each other in a circle.
 */
export async function moveRecordTimes(tx: Sql, records: readonly RecordedAt[]): Promise<void> {
  await tx.many(
    `WITH k (marketplace_id, seller_id, sku, record_ms) AS (VALUES {rows: text key, text key, text key, bigint})
     UPDATE offer SET record_ms = k.record_ms FROM k
      WHERE offer.marketplace_id = k.marketplace_id AND offer.seller_id = k.seller_id AND offer.sku = k.sku
        AND COALESCE(offer.record_ms, offer.changed_ms) < k.record_ms
        AND EXISTS (SELECT 1 FROM price_change WHERE price_change.seller_id = k.seller_id AND price_change.sku = k.sku
          AND price_change.marketplace_id = k.marketplace_id AND price_change.state IN ('PENDING', 'REPLACED', 'REJECTED'))`,
    records.toSorted((a, b) => (a.text < b.text ? -1 : 1)).map(({ key, recordMs }) => [...key, recordMs]),
  );
}
