/*
 * The rights of the operator (decision 55). They never come from a scope of a delegated token, and no seller can consent to one.
 * `operator:market:write` also reads market data and the audit log, as it always did.
 */
export const OPERATOR_RIGHTS = [
  'operator:market:read',
  'operator:market:write',
  'operator:sellers:read',
  'operator:sellers:write',
  'operator:support',
  'operator:admin',
] as const;
export type OperatorRight = (typeof OPERATOR_RIGHTS)[number];

export function isOperatorRight(right: string): right is OperatorRight {
  return (OPERATOR_RIGHTS as readonly string[]).includes(right);
}

/** The operator rights among these words, with those that they imply. */
export function operatorRightsIn(words: readonly string[]): ReadonlySet<OperatorRight> {
  const named = words.filter(isOperatorRight);
  return new Set(named.includes('operator:market:write') ? [...named, 'operator:market:read'] : named);
}
