import { randomBytes } from 'node:crypto';

/**
 * The fencing token of a lease: who settles a delivery must know it. Part of receipt handles. Tokens of 0.2.0 begin with a dot; nobody
 * looks into a token, so they count as long as their lease lasts.
 */
export const newLease = (): string => randomBytes(16).toString('base64url');
