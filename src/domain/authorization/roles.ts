import { BASIC_RIGHTS, SELLER_RIGHTS, type SellerRight } from './rights.ts';

/** What a person is for a seller (decision 52). */
export const ROLES = ['owner', 'manager', 'analyst', 'developer'] as const;
export type MemberRole = (typeof ROLES)[number];

const rights: Readonly<Record<MemberRole, readonly SellerRight[]>> = {
  owner: SELLER_RIGHTS,
  manager: [...BASIC_RIGHTS, 'seller-api:pricing:write', 'seller-api:limits:write', 'seller-api:costs:read'],
  analyst: ['seller-api:pricing:read', 'seller-api:notifications:read'],
  developer: BASIC_RIGHTS,
};

/** The most that a grant of a person with this role can have, in the order of `SELLER_RIGHTS`. */
export function rightsOfRole(role: MemberRole): readonly SellerRight[] {
  return rights[role];
}

/** Who creates and changes the seller's own applications. A developer never one that has more rights than a developer. */
export const managesApplications = (role: MemberRole): boolean => role === 'owner' || role === 'developer';

export function isRole(text: string): text is MemberRole {
  return (ROLES as readonly string[]).includes(text);
}
