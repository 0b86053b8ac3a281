import { OFFLINE_ACCESS } from '../domain/authorization/rights.ts';
import { type MemberRole, rightsOfRole } from '../domain/authorization/roles.ts';

/**
 * The scopes that a member with this role can give an application: what the member may do itself (decisions 51 and 52).
 * `offline_access` is no right of the seller.
 */
export const grantableScopes = (role: MemberRole): ReadonlySet<string> =>
  new Set([...rightsOfRole(role), OFFLINE_ACCESS]);
