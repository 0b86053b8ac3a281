import type { Refusal } from '../../domain/price-changes/receipt.ts';
import type { OfferTerms } from '../../domain/price-changes/terms.ts';
import type { WantedChange } from '../../domain/price-changes/wanted-change.ts';
import type { ListingPosition } from '../projections/boards/listing-position.ts';

/** A listing, and the other terms that a change gives it. */
export type ChangeToCheck = {
  readonly wanted: WantedChange;
  readonly position: ListingPosition;
  readonly after: OfferTerms;
};

/** Says why a change is refused, if it is. */
export type Check = (change: ChangeToCheck) => Refusal | undefined;
