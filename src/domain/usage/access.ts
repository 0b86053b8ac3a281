import { type Caller, seesAllOfSeller } from '../authorization/rights.ts';
import { countedClient } from './usage-key.ts';

/** Whose usage an application sees of its seller: all when `isLimitedTo` is undefined, otherwise that client alone, and why. */
export type UsageAccess = {
  readonly isLimitedTo: string | undefined;
  /** `right`: it would see all with `seller-api:account:read`. */
  readonly reason?: 'right' | 'delegated';
};

/**
 * Which applications a seller has is told by `seller-api:account:read` alone, and to a delegated application never: it would learn who
 * else works for the seller. The console counts as the seller's own (decision 38).
 */
export function usageAccess(caller: Caller, consoleClientId: string | undefined): UsageAccess {
  const isLimitedTo = countedClient(caller.clientId);
  if (!seesAllOfSeller(caller, consoleClientId)) return { isLimitedTo, reason: 'delegated' };
  return caller.rights.has('seller-api:account:read') ? { isLimitedTo: undefined } : { isLimitedTo, reason: 'right' };
}
