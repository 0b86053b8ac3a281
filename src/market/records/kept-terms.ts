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
