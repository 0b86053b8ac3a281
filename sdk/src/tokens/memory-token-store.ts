import type { StoredTokens, TokenStore } from '../credentials.ts';
import { oneAtATime } from '../one-at-a-time.ts';

/**
 * Keeps the tokens of one grant in memory: for tests, and where the grant may end with the process. A refresh token works once, so two
 * processes must not start from the same one.
 */
export function memoryTokenStore(initial?: StoredTokens): TokenStore {
  let stored = initial && { ...initial };
  return {
    load: async () => stored && { ...stored },
    async save(tokens) {
      stored = { ...tokens };
    },
    lock: oneAtATime(),
  };
}
