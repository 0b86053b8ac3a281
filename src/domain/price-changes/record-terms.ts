import type { TermsPolicy } from '../market/terms-policy.ts';

/**
 * Whether the terms of a record count although the seller changed them at `termsSetMs` (decision 49): they are of that time or later,
 * the operator says so, or the record is a change of the seller itself. A time in the future counts as now.
 */
export function doTermsCount(policy: TermsPolicy | undefined, termsSetMs: number, nowMs: number): boolean {
  if (policy === undefined) return false;
  if (policy.by === 'seller' || policy.override === true) return true;
  return policy.asOfMs !== undefined && Math.min(policy.asOfMs, nowMs) >= termsSetMs;
}
