import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * Work during which the store refuses to write: a request of somebody who only looks, whose reads must leave no trace (decision 55). Reads
 * that would write something on the way ask `isReadOnly` and do without it; whatever else tries fails, whoever added it.
 */

const context = new AsyncLocalStorage<true>();

/** Runs `work`, and what follows from it, without the right to write. */
export function readOnly<T>(work: () => T): T {
  return context.run(true, work);
}

export const isReadOnly = (): boolean => context.getStore() === true;

/** Called before every write and every transaction of a store. */
export function rejectWrite(): void {
  if (isReadOnly()) throw new Error('This work only reads: the store refuses to write for it.');
}
