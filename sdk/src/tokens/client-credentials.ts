import type { TokenSource } from '../credentials.ts';
import { isTemporary, renewedTokens } from './renewed-token.ts';
import { requestTokens, type TokenClient } from './token-request.ts';

/** Tokens of a seller's own application (RFC 6749 4.4). The request may be repeated: it uses nothing up. */
export const clientCredentials = (client: TokenClient): TokenSource =>
  renewedTokens({
    async renew(_replaced, signal) {
      const { accessToken, expiresAt } = await requestTokens(client, { grant_type: 'client_credentials' }, signal);
      return { value: accessToken, expiresAt };
    },
    mayRepeat: isTemporary,
  });
