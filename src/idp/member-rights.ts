import { OFFLINE_ACCESS, type SellerRight } from '../domain/authorization/rights.ts';
import { type MemberRole, rightsOfRole } from '../domain/authorization/roles.ts';

/** Every account is the owner of its one seller. */
const ROLE: MemberRole = 'owner';

/** What the person may do for the seller, and so the most that it can give an application (decisions 51 and 52). */
const rightsOfMember = (): readonly SellerRight[] => rightsOfRole(ROLE);

/** The scopes that the person can give: `offline_access` is no right of the seller. */
export const grantableScopes = (): ReadonlySet<string> => new Set([...rightsOfMember(), OFFLINE_ACCESS]);
