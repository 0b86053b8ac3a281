import { isObject } from '../is-object.ts';

/** The operation of entries that say which entries are gone. */
export const RETENTION = 'retention';

/** What an entry of that operation says: the removed entries, and the digest of the last one, from which the chain goes on. */
export type RemovedEntries = {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly digest: string;
  /** Each of them was older. Absent from what an earlier version removed. */
  readonly olderThanDays?: number;
  /** An earlier version removed them. It left no proof. */
  readonly isUnproven?: boolean;
};

/** Undefined when the details are not those of such an entry. */
export function removedEntriesIn(details: unknown): RemovedEntries | undefined {
  if (!isObject(details)) return undefined;
  const { first, last, digest } = details;
  const isValid = Number.isSafeInteger(first) && Number.isSafeInteger(last) && typeof digest === 'string';
  return isValid ? (details as RemovedEntries) : undefined;
}
