import type { ChangedBy } from './wanted-change.ts';

/** Who changed terms (decision 53): `rule` is reserved. */
export const AUTHOR_KINDS = ['application', 'member', 'operator', 'rule'] as const;
export type AuthorKind = (typeof AUTHOR_KINDS)[number];

/** What the console does, a member did. */
export const authorKindOf = ({ isConsole }: ChangedBy): AuthorKind => (isConsole ? 'member' : 'application');

/**
 * Whether the caller learns who made a change (decision 53). `application` is the caller when it is a delegated application: of changes
 * that others made it sees the kind only. The seller's own applications and the console see everything.
 */
export const seesAuthor = (application: string | undefined, { clientId }: ChangedBy): boolean =>
  application === undefined || application === clientId;
