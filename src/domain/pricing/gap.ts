import { type Contender, landedOf } from './decision.ts';

/**
 * The gap of a listing: its landed price minus that of the offer that holds the consumers' buy box of its condition, in minor units.
 * Above zero the listing is dearer; the holder itself has zero. Undefined: nobody holds the box, or the listing has no shipping charge.
 */
export function gapMinorOf(
  landedMinor: number,
  hasShippingCharge: boolean,
  holder: Pick<Contender, 'listingMinor' | 'shippingMinor'> | undefined,
): number | undefined {
  return holder !== undefined && hasShippingCharge ? landedMinor - landedOf(holder) : undefined;
}
