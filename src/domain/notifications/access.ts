import { type Caller, seesAllOfSeller } from '../authorization/rights.ts';

/**
 * Which destinations a caller sees and changes (decision 38): with `application` only those of this delegated application,
 * without it all of the seller.
 */
export type DestinationAccess = { readonly sellerId: string; readonly application?: string };

export function destinationAccess(
  caller: Pick<Caller, 'clientId' | 'grant' | 'support'>,
  sellerId: string,
  consoleClientId: string | undefined,
): DestinationAccess {
  return seesAllOfSeller(caller, consoleClientId) ? { sellerId } : { sellerId, application: caller.clientId };
}

/** A delegated application does not learn the contact that the operator has registered for the seller. */
export const hidesContact = ({ application }: DestinationAccess): boolean => application !== undefined;
