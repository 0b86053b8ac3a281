import type { TokenFunction, TokenSource } from '../credentials.ts';
import { SharedCall } from './shared-call.ts';

/**
 * Asks the function before every request: only its author knows when the token changes, for example when another user signs in.
 * Requests that start together share one call.
 */
export function functionTokens(give: TokenFunction): TokenSource {
  let latest: string | undefined;
  let rejected: string | undefined;
  const call = new SharedCall<string>(async (signal) => {
    const token = await give(rejected === undefined ? { signal } : { rejected, signal });
    latest = token;
    if (token !== rejected) rejected = undefined;
    return token;
  });
  return {
    token: (signal) => call.join(signal),
    reject(token) {
      if (token !== latest || token === rejected) return;
      rejected = token;
      // A call that is under way does not know of the rejection and may return the same token.
      call.drop();
    },
  };
}
