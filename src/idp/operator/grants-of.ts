import type { Db } from '../../db/db.ts';
import type { SellerGrant } from '../../domain/accounts/operator-operations.ts';
import { OFFLINE_ACCESS } from '../../domain/authorization/rights.ts';
import { connectionsOf } from '../connections.ts';

/** No member: the operator looks, so nobody's sign-in to the console is listed. */
const NOBODY = '';

/** The applications that people of a seller gave access to, the last one first. */
export async function grantsOf(db: Db, sellerId: string, nowMs: number): Promise<SellerGrant[]> {
  const connections = await connectionsOf(db, { id: NOBODY, sellerId }, nowMs);
  return connections.map(({ clientId, name, scopes, connectedAt, lastUsedAt, endsAt, people, isPaused }) => ({
    // How it renews its access is no right: the end says it.
    ...{
      clientId,
      name,
      rights: scopes.filter((scope) => scope !== OFFLINE_ACCESS),
      connectedMs: connectedAt,
      usedMs: lastUsedAt,
      endsMs: endsAt,
    },
    ...{ members: people.map(({ memberId, email }) => ({ memberId, email })), isPaused },
  }));
}
