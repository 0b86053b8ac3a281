import { listAt, valueAt } from './event-payload.ts';
import { subjectOf } from './event-subject.ts';
import type { EventKind } from './notification.ts';

/** The receiver's own SKUs that an event names. Long lists have the first ones only. */
export function namedSkus({ type, data }: { readonly type: EventKind; readonly data: unknown }): readonly string[] {
  const { skus } = subjectOf({ kind: type, data });
  if (skus !== undefined) return skus;
  const listings = [...listAt(data, 'Listings'), ...listAt(data, 'Largest')];
  return listings.map((one) => valueAt(one, 'SellerSKU')).filter((sku) => typeof sku === 'string');
}
