import { randomBytes } from 'node:crypto';

/**
 * The fencing token of a lease. The dot tells the store that this process can send what it claims: a process of the first
 * release, whose tokens have none, is not given deliveries of events (migration `0013 first release worker`).
 */
export const newLease = (): string => `.${randomBytes(16).toString('base64url')}`;
