import { CONDITIONS, type Condition, CUSTOMER_TYPES, type CustomerType } from '../vocabulary.ts';
import {
  type BoxDecision,
  type BoxName,
  boxIn,
  boxNames,
  type Contender,
  type Decision,
  type Digests,
} from './decision.ts';

/** A buy box with another holder, or with another price of its holder. The box is named as its customers see it. */
export type BoxMove = {
  box: BoxName;
  /** Whose box it is: also that of businesses while they see what consumers see, before and after. */
  customers: readonly CustomerType[];
  before: Contender | null;
  after: BoxDecision | null;
};

export type ShownChanges = {
  /** The conditions whose shown offers, counts, prices or boxes changed. */
  conditions: Condition[];
  /** Whether something of the Summary changed that belongs to no condition. */
  rest: boolean;
  boxes: BoxMove[];
};

/**
 * What customers see otherwise after a decision than after the one before. Null: there is no such item. `isAlike`: both are of
 * the same version. Otherwise the texts are written in another way, and only boxes, lowest prices and counts can be compared.
 */
export function shownChanges(before: Decision | null, after: Decision | null, isAlike: boolean): ShownChanges {
  const boxes = movedBoxes(before, after);
  if (isAlike && before?.digests !== undefined && after?.digests !== undefined) {
    const [was, is] = [before.digests, after.digests];
    const conditions = CONDITIONS.filter((condition) => differ(was, is, ({ conditions: all }) => all[condition]));
    return { conditions, rest: differ(was, is, ({ rest }) => rest), boxes };
  }
  const conditions = CONDITIONS.filter((condition) => figuresOf(before, condition) !== figuresOf(after, condition));
  return { conditions, rest: before?.offers !== after?.offers, boxes };
}

/** Businesses without a view of their own see that of consumers. */
function differ(a: Digests, b: Digests, digestOf: (view: Digests['consumer']) => string | undefined): boolean {
  if (digestOf(a.consumer) !== digestOf(b.consumer)) return true;
  if (a.business === undefined && b.business === undefined) return false;
  return digestOf(a.business ?? a.consumer) !== digestOf(b.business ?? b.consumer);
}

/** A change of the SKU alone is not one: customers do not see it. */
function movedBoxes(before: Decision | null, after: Decision | null): BoxMove[] {
  const hasBusiness = before?.hasBusiness === true || after?.hasBusiness === true;
  if (!hasBusiness && before?.boxes.length === 0 && after?.boxes.length === 0) return [];
  const moves: BoxMove[] = [];
  for (const condition of CONDITIONS) {
    for (const box of boxNames(condition)) {
      // Decision 44: without business terms there is one box, of all customers.
      if (box.customer === 'Business' && !hasBusiness) continue;
      const was = (before && boxIn(before, box)?.holder) ?? null;
      const is = (after && boxIn(after, box)) ?? null;
      const customers = hasBusiness ? [box.customer] : CUSTOMER_TYPES;
      if (!isSame(was, is?.holder ?? null)) moves.push({ box, customers, before: was, after: is });
    }
  }
  return moves;
}

function isSame(a: Contender | null, b: Contender | null): boolean {
  if (a === null || b === null) return a === b;
  return a.sellerId === b.sellerId && a.listingMinor === b.listingMinor && a.shippingMinor === b.shippingMinor;
}

/** Boxes, lowest prices and counts of a condition, as text. */
function figuresOf(decision: Decision | null, condition: Condition): string {
  const ofIt = (one: BoxName) => one.condition === condition;
  const boxes = decision?.boxes.filter(ofIt) ?? [];
  const figures = boxes.map(({ customer, offerType, eligible, holder }) => [
    customer,
    offerType,
    eligible,
    ...priceOf(holder),
    holder.sellerId,
  ]);
  const lowest = decision?.lowest.filter(ofIt) ?? [];
  return JSON.stringify([figures, lowest.map((one) => [one.customer, one.offerType, one.channel, ...priceOf(one)])]);
}

const priceOf = ({ listingMinor, shippingMinor }: { listingMinor: number; shippingMinor: number }) => [
  listingMinor,
  shippingMinor,
];
