import type { Receipt, RefusalCode } from './receipt.ts';
import { equalTerms, type OfferTerms } from './terms.ts';

/** What the operator's system says about a change that waited for it (decision 49). */
export type SentOutcome =
  | { readonly outcome: 'applied'; readonly terms: OfferTerms | undefined; readonly asOfMs: number }
  | { readonly outcome: 'rejected'; readonly reason: string | undefined };

/** The listing of the change: its present terms, and as of when the operator's last record was true. */
export type OutcomeListing = { readonly terms: OfferTerms; readonly recordMs: number };

/**
 * What an outcome means. `same`: the change has this outcome already. `apply`: its terms are to be written. `confirm`: they are in
 * force already. `override`: a later record of the operator has replaced them. `problem`: the outcome cannot count.
 */
export type Meaning =
  | { readonly meaning: 'same' }
  | { readonly meaning: 'apply' | 'confirm' | 'override'; readonly terms: OfferTerms }
  | { readonly meaning: 'reject'; readonly reason: string }
  | { readonly meaning: 'problem'; readonly reason: string };

/** Refusals that an outcome replaces: the operator's system did not know of them. */
const WITHOUT_OUTCOME: readonly RefusalCode[] = ['TimedOut', 'SettingChanged', 'OfferRemoved'];

export function meaningOf(receipt: Receipt, sent: SentOutcome, listing: OutcomeListing | undefined): Meaning {
  return sent.outcome === 'applied' ? ofApplied(receipt, sent, listing) : ofRejected(receipt, sent.reason);
}

function ofApplied(
  { state, result }: Receipt,
  { terms = result.after, asOfMs }: Extract<SentOutcome, { outcome: 'applied' }>,
  listing: OutcomeListing | undefined,
): Meaning {
  if (state === 'APPLIED' || state === 'OVERRIDDEN' || state === 'UNCHANGED') return sameTerms(result.after, terms);
  if (result.refusal?.code === 'RejectedByOperator') return problem('the change was rejected by an earlier outcome');
  if (!isOpen(state, result.refusal?.code)) return problem(`the change is ${state} and was never pending`);
  if (listing === undefined) return problem('the listing was removed');
  if (terms === undefined) return problem('the change has no terms');
  if (equalTerms(terms, listing.terms)) return { meaning: 'confirm', terms };
  return { meaning: asOfMs < listing.recordMs ? 'override' : 'apply', terms };
}

/** An outcome with other terms than the first one would be lost without a word: what is in force now, a record says. */
const sameTerms = (first: OfferTerms | undefined, sent: OfferTerms | undefined): Meaning =>
  first === undefined || sent === undefined || equalTerms(first, sent)
    ? { meaning: 'same' }
    : problem('the change was applied with other terms; send a record of the offer to change them');

function ofRejected({ state, result }: Receipt, reason = 'The marketplace refused the change.'): Meaning {
  if (state === 'REPLACED' || result.refusal?.code === 'RejectedByOperator') return { meaning: 'same' };
  if (state === 'PENDING' || (state === 'REJECTED' && isOpen(state, result.refusal?.code)))
    return { meaning: 'reject', reason };
  return problem(state === 'REJECTED' ? 'the change was never pending' : `the change is ${state}`);
}

/** Whether the change waits for its outcome, or ended without one. */
const isOpen = (state: Receipt['state'], code: RefusalCode | undefined): boolean =>
  state === 'PENDING' ||
  state === 'REPLACED' ||
  (state === 'REJECTED' && code !== undefined && WITHOUT_OUTCOME.includes(code));

const problem = (reason: string): Meaning => ({ meaning: 'problem', reason });
