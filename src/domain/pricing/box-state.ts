import { CONDITIONS } from '../vocabulary.ts';
import { type BoxName, type Contender, type Decision, landedOf } from './decision.ts';

/** A landed price in its two parts. */
type Price = { listingMinor: number; shippingMinor: number };

/** What history knows of a box: who holds it at which price, and the lowest landed price of its offers. */
export type BoxState = { holder: Contender | null; lowest: Price | null };

/**
 * A box whose state changed. `state` is null where businesses now see the same as consumers: from then on the history of the
 * consumers' box tells. Only the box of businesses by ordinary prices (B2C) can follow that of consumers.
 */
export type BoxChange = { box: BoxName; state: BoxState | null };

const NOTHING: BoxState = { holder: null, lowest: null };

/**
 * The boxes in which two decisions about an item differ: in holder, holder's price or lowest price. Null: there is no such
 * item. A box without a change yet counts as empty, and that of businesses (B2C) as the same as the consumers'.
 */
export function changedBoxes(before: Decision | null, after: Decision | null): BoxChange[] {
  const old = statesOf(before);
  const now = statesOf(after);
  const [hadBusiness, hasBusiness] = [before?.hasBusiness ?? false, after?.hasBusiness ?? false];
  const changes: BoxChange[] = [];
  for (const condition of CONDITIONS) {
    const consumers: BoxName = { condition, customer: 'Consumer', offerType: 'B2C' };
    const [was, is] = [stateIn(old, consumers), stateIn(now, consumers)];
    if (differ(was, is)) changes.push({ box: consumers, state: is });
    if (!hadBusiness && !hasBusiness) continue;

    const byBusinessPrice: BoxName = { condition, customer: 'Business', offerType: 'B2B' };
    const [wasB2b, isB2b] = [stateIn(old, byBusinessPrice), stateIn(now, byBusinessPrice)];
    if (differ(wasB2b, isB2b)) changes.push({ box: byBusinessPrice, state: isB2b });

    const byOrdinaryPrice: BoxName = { condition, customer: 'Business', offerType: 'B2C' };
    const [wasB2c, isB2c] = [stateIn(old, byOrdinaryPrice), stateIn(now, byOrdinaryPrice)];
    if (!hasBusiness) changes.push({ box: byOrdinaryPrice, state: null });
    // The first row of a condition is written even if it says "nothing": without one, businesses would follow the consumers.
    else if (hadBusiness ? differ(wasB2c, isB2c) || (isEmpty(was) && !isEmpty(is)) : !isEmpty(is) || !isEmpty(isB2c))
      changes.push({ box: byOrdinaryPrice, state: isB2c });
  }
  return changes;
}

type States = Map<string, BoxState>;

const textOf = ({ condition, customer, offerType }: BoxName) => `${condition} ${customer} ${offerType}`;

const stateIn = (states: States, box: BoxName): BoxState => states.get(textOf(box)) ?? NOTHING;

function statesOf(decision: Decision | null): States {
  const states: States = new Map();
  if (decision === null) return states;
  for (const box of decision.boxes) states.set(textOf(box), { holder: box.holder, lowest: null });
  for (const price of decision.lowest) {
    const text = textOf(price);
    const state = states.get(text);
    if (state === undefined) states.set(text, { holder: null, lowest: price });
    else if (state.lowest === null || isCheaper(price, state.lowest)) state.lowest = price;
  }
  return states;
}

/** Of two channels with the same landed price the lower listing price counts, so that the order of channels does not matter. */
const isCheaper = (one: Price, other: Price) =>
  landedOf(one) - landedOf(other) < 0 || (landedOf(one) === landedOf(other) && one.listingMinor < other.listingMinor);

const isEmpty = ({ holder, lowest }: BoxState) => holder === null && lowest === null;

const differ = (a: BoxState, b: BoxState): boolean =>
  differInPrice(a.lowest, b.lowest) || differInHolder(a.holder, b.holder);

function differInHolder(a: Contender | null, b: Contender | null): boolean {
  if (a === null || b === null) return a !== b;
  return a.sellerId !== b.sellerId || a.sku !== b.sku || a.channel !== b.channel || differInPrice(a, b);
}

function differInPrice(a: Price | null, b: Price | null): boolean {
  if (a === null || b === null) return a !== b;
  return a.listingMinor !== b.listingMinor || a.shippingMinor !== b.shippingMinor;
}
