import { CONDITIONS, type Condition, type CustomerType, type OfferType } from '../vocabulary.ts';
import { type BoxName, type Contender, type Decision, landedOf } from './decision.ts';

/** A landed price in its two parts. */
type Price = { listingMinor: number; shippingMinor: number };

/** What history knows of a box: who holds it at which price, and the lowest landed price of its offers. */
export type BoxState = { holder: Contender | null; lowest: Price | null };

/**
 * A box whose state changed. `state` is null where businesses now see the same as consumers: from then on the history of the
 * consumers' box counts. Only the box of businesses by ordinary prices (B2C) can follow that of consumers.
 */
export type BoxChange = { box: BoxName; state: BoxState | null };

const NOTHING: BoxState = { holder: null, lowest: null };

/**
 * The boxes in which two decisions about an item differ: in holder, holder's price or lowest price. Null: there is no such
 * item. A box without a change yet counts as empty, and that of businesses (B2C) as the same as the consumers'.
 */
export function changedBoxes(before: Decision | null, after: Decision | null): BoxChange[] {
  const [hadBusiness, hasBusiness] = [before?.hasBusiness ?? false, after?.hasBusiness ?? false];
  const changes: BoxChange[] = [];
  for (const condition of CONDITIONS) {
    const was = stateIn(before, condition, 'Consumer', 'B2C');
    const is = stateIn(after, condition, 'Consumer', 'B2C');
    if (differ(was, is)) changes.push({ box: { condition, customer: 'Consumer', offerType: 'B2C' }, state: is });
    if (!hadBusiness && !hasBusiness) continue;

    const wasB2b = stateIn(before, condition, 'Business', 'B2B');
    const isB2b = stateIn(after, condition, 'Business', 'B2B');
    if (differ(wasB2b, isB2b))
      changes.push({ box: { condition, customer: 'Business', offerType: 'B2B' }, state: isB2b });

    const wasB2c = stateIn(before, condition, 'Business', 'B2C');
    const isB2c = stateIn(after, condition, 'Business', 'B2C');
    const box: BoxName = { condition, customer: 'Business', offerType: 'B2C' };
    if (!hasBusiness) changes.push({ box, state: null });
    // The first row of a condition is written even if it says "nothing": without one, businesses would follow the consumers.
    else if (hadBusiness ? differ(wasB2c, isB2c) || (isEmpty(was) && !isEmpty(is)) : !isEmpty(is) || !isEmpty(isB2c))
      changes.push({ box, state: isB2c });
  }
  return changes;
}

/** The lists of a decision are short: going through them costs less than an index of them. */
function stateIn(
  decision: Decision | null,
  condition: Condition,
  customer: CustomerType,
  offerType: OfferType,
): BoxState {
  if (decision === null) return NOTHING;
  const isMeant = (one: BoxName) =>
    one.condition === condition && one.customer === customer && one.offerType === offerType;
  let lowest: Price | null = null;
  for (const price of decision.lowest)
    if (isMeant(price) && (lowest === null || isCheaper(price, lowest))) lowest = price;
  const holder = decision.boxes.find(isMeant)?.holder ?? null;
  return holder === null && lowest === null ? NOTHING : { holder, lowest };
}

/** Two channels can have the same landed price: the lower listing price counts, so that the order of channels does not matter. */
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
