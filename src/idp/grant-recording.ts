import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from '../db/db.ts';

type Recording = (tx: Sql) => Promise<void>;

const recordings = new AsyncLocalStorage<Recording>();

/**
 * Lets `save` store a grant together with its entry in the audit log. The library stands between the page, which knows who consented,
 * and the adapter, which stores the grant: no parameter leads from one to the other.
 */
export const savedWithEntry = <T>(record: Recording, save: () => Promise<T>): Promise<T> =>
  recordings.run(record, save);

/** In the transaction that stores a grant. */
export const recordStoredGrant = async (tx: Sql): Promise<void> => recordings.getStore()?.(tx);
