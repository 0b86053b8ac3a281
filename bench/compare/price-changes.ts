import { firstCents } from '../crowd.ts';

/**
 * The price changes of a `change` row. `lowest`: an expensive offer becomes the cheapest one, so it takes the buy box.
 * `middle`: an offer moves within the middle of the list, so the buy box and the cheapest offers stay. `holder`: the holder of
 * the buy box changes its price and keeps the buy box. Imports no code of the service: see `change-child.ts`.
 */
export const CHANGE_KINDS = ['lowest', 'middle', 'holder'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A new price for the offer at this place of the list. */
export type PriceChange = { kind: ChangeKind; at: number; cents: number };

/** Smaller than all first prices. */
const LOWEST_CENTS = 900;

/** A prime, so that its multiples visit every place of a quarter, and neighbours not one after the other. */
const STRIDE = 7_919;

/**
 * The `n`th cycle on an item of `offers` offers: one change of each kind, and the change that ends the cycle. That one is
 * not measured: it takes the new holder back to its first price, so that all cycles find nearly the same prices.
 */
export function cycleOf(offers: number, n: number): { measured: PriceChange[]; undo: Omit<PriceChange, 'kind'> } {
  const quarter = Math.floor(offers / 4);
  const place = (n * STRIDE) % quarter;
  const winner = offers - 1 - place;
  const mover = quarter + place;
  // Between the second and the third quarter, to and fro.
  const distance = Math.floor(n / quarter) % 2 === 0 ? quarter : 0;
  return {
    measured: [
      { kind: 'lowest', at: winner, cents: LOWEST_CENTS },
      { kind: 'middle', at: mover, cents: firstCents(mover + distance) },
      { kind: 'holder', at: winner, cents: LOWEST_CENTS - 1 },
    ],
    undo: { at: winner, cents: firstCents(winner) },
  };
}
