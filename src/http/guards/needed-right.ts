import { isOperatorRight } from '../../domain/authorization/operator-rights.ts';
import { type Caller, type Right, SELLER_RIGHTS } from '../../domain/authorization/rights.ts';

/** For operations that every application of a seller may call (decision 15a). */
export const ANY_SELLER_RIGHT = 'any seller right';

/** What a route demands of its caller. */
export type NeededRight = Right | typeof ANY_SELLER_RIGHT;

export function mayCall(caller: Caller, right: NeededRight): boolean {
  if (right !== ANY_SELLER_RIGHT && isOperatorRight(right)) return caller.rights.has(right);
  if (caller.sellerId === undefined) return false;
  return right === ANY_SELLER_RIGHT ? SELLER_RIGHTS.some((one) => caller.rights.has(one)) : caller.rights.has(right);
}

/** Continues "needs". */
export const describeRight = (right: NeededRight) =>
  right === ANY_SELLER_RIGHT ? `any of the rights ${SELLER_RIGHTS.join(', ')}` : `the right ${right}`;
