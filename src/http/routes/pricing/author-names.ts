import type { FastifyRequest } from 'fastify';
import { learnsSellerNames } from '../../../domain/accounts/known-actor.ts';
import type { Caller } from '../../../domain/authorization/rights.ts';
import type { Receipt } from '../../../domain/price-changes/receipt.ts';
import type { ChangedBy } from '../../../domain/price-changes/wanted-change.ts';
import type { Identity } from '../../../identity/identity.ts';
import type { AuthorNames } from '../../../wire/pricing/price-changes/receipt.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { operatorActorOf } from '../operator-caller.ts';

type Parts = { readonly identity: Identity; readonly consoleClientId?: string | undefined };

export type AuthorNamesOf = (by: ChangedBy) => AuthorNames;

/**
 * Who made these changes, as people know them. Undefined when the caller may not learn it, or the provider cannot be asked: receipts are
 * complete without names.
 */
export async function authorNames(
  { identity, consoleClientId }: Parts,
  request: FastifyRequest,
  receipts: readonly Pick<Receipt, 'by'>[],
): Promise<AuthorNamesOf | undefined> {
  if (receipts.length === 0 || !learnsSellerNames(request.caller as Caller, consoleClientId)) return undefined;
  const ids = new Set(receipts.flatMap(({ by: { clientId, memberId = clientId } }) => [clientId, memberId]));
  const asks = { sellerId: sellerOf(request), ids: [...ids] };
  const given = await identity.operate('nameSellerActors', asks, operatorActorOf(request)).catch(() => undefined);
  if (given === undefined || 'refused' in given) return undefined;
  const known = new Map(given.actors.map((actor) => [actor.id, actor]));
  return ({ clientId, memberId, isConsole }) => {
    const email = memberId === undefined ? undefined : known.get(memberId)?.email;
    return {
      ApplicationName: isConsole ? undefined : known.get(clientId)?.name,
      MemberEmail: email,
      MemberHasLeft: memberId !== undefined && email === undefined ? true : undefined,
    };
  };
}
