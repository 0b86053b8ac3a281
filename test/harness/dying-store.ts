import { flushCompileCache } from 'node:module';
import type { Db, Sql, TransactionOptions } from '../../src/db/db.ts';

const WRITES = /^\s*(INSERT|UPDATE|DELETE)\b/i;

/**
 * The same store, in a process that dies by SIGKILL at the step with this number. Steps are the moments before a statement that writes,
 * before a commit, and after it. Reads are none: to die before a read is to die after the step before it.
 */
export function dyingStore(store: Db, dyingAt: number, isCounted: () => boolean): Db {
  let steps = 0;
  const step = () => {
    if (!isCounted()) return;
    steps += 1;
    if (steps !== dyingAt) return;
    // Otherwise a process that dies leaves nothing in the cache of compiled modules, and each one compiles them again.
    flushCompileCache();
    process.kill(process.pid, 'SIGKILL');
  };
  return watched(store, step, step);
}

type Call = (...args: unknown[]) => unknown;

/** `committed` is called after each statement outside of a transaction, and after each transaction. */
function watched<Store extends Sql>(store: Store, step: () => void, committed: () => void): Store {
  const transaction =
    (begin: Db['transaction']) => async (work: (tx: Sql) => unknown, options?: TransactionOptions) => {
      const result = await begin.call(
        store,
        async (tx) => {
          const done = await work(watched(tx, step, () => {}));
          step();
          return done;
        },
        options,
      );
      committed();
      return result;
    };
  return new Proxy(store, {
    get: (from, name) => {
      const value: unknown = Reflect.get(from, name);
      if (typeof value !== 'function') return value;
      if (name === 'transaction') return transaction(value as Db['transaction']);
      return (...args: unknown[]) => {
        const call = () => (value as Call).apply(from, args);
        if (typeof args[0] !== 'string' || !WRITES.test(args[0])) return call();
        step();
        return Promise.resolve(call()).then((result) => {
          committed();
          return result;
        });
      };
    },
  });
}
