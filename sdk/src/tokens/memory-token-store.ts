import type { StoredTokens, TokenStore } from '../credentials.ts';

/**
 * Keeps the tokens of one grant in memory: for tests, and where the grant may end with the process. A refresh token works once, so two
 * processes must not start from the same one.
 */
export function memoryTokenStore(initial?: StoredTokens): TokenStore {
  let stored = initial && { ...initial };
  let last: Promise<unknown> = Promise.resolve();
  return {
    load: () => Promise.resolve(stored && { ...stored }),
    save(tokens) {
      stored = { ...tokens };
      return Promise.resolve();
    },
    lock(work) {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },
  };
}
