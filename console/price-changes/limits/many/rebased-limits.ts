import { changedLimits, type LimitName, type TypedLimits } from '../typed-limits.ts';
import { shortLabels } from './short-labels.ts';
import { type LimitsBySku, limitsOf } from './wanted-limits.ts';

/**
 * What is typed, on what the service has now: the fields that the person changed keep what was typed, all others follow. A call names all
 * limits of a listing, so they would take back what somebody else has saved meanwhile.
 */
export function rebased(typed: LimitsBySku, before: LimitsBySku, now: LimitsBySku, currency: string): LimitsBySku {
  return new Map(
    [...typed].map(([sku, limits]) => {
      const own = changedLimits(limits, limitsOf(before, sku), currency);
      const fields = Object.fromEntries(own.map((name) => [name, limits[name]])) as Partial<TypedLimits>;
      return [sku, { ...limitsOf(now, sku), ...fields }];
    }),
  );
}

/** A listing whose limits somebody else has saved meanwhile, and what: `Never below 20.00 → 22.00`. */
export type ForeignChange = { readonly sku: string; readonly text: string };

export function foreignChanges(
  skus: readonly string[],
  before: LimitsBySku,
  now: LimitsBySku,
  currency: string,
): ForeignChange[] {
  return skus.flatMap((sku) => {
    const [was, is] = [limitsOf(before, sku), limitsOf(now, sku)];
    const names = changedLimits(is, was, currency);
    const change = (name: LimitName) => `${shortLabels[name]} ${was[name] || 'none'} → ${is[name] || 'none'}`;
    return names.length > 0 ? [{ sku, text: names.map(change).join(', ') }] : [];
  });
}
