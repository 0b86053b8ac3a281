import type { Caller } from '../authorization/rights.ts';

/**
 * Which destinations a caller sees and changes (decision 38): with `application` only those of this delegated application,
 * without it all of the seller.
 */
export type DestinationAccess = { readonly sellerId: string; readonly application?: string };

/** The seller's own applications see everything, and so does the console, which shows the seller what all others do. */
export function destinationAccess(
  { clientId, grant }: Pick<Caller, 'clientId' | 'grant'>,
  sellerId: string,
  consoleClientId: string | undefined,
): DestinationAccess {
  const isSellers = grant === 'own' || clientId === consoleClientId;
  return isSellers ? { sellerId } : { sellerId, application: clientId };
}

/** A delegated application does not learn the contact that the operator has registered for the seller. */
export const hidesContact = ({ application }: DestinationAccess): boolean => application !== undefined;
