import { mayPass } from '../calls/retry.ts';
import type { TokenSource } from '../credentials.ts';
import { renewedTokens } from './renewed-token.ts';
import { requestTokens, type TokenClient } from './token-request.ts';

/** Tokens of a seller's own application (RFC 6749 4.4). The request may be repeated: it uses nothing up. */
export const clientCredentials = (client: TokenClient): TokenSource =>
  renewedTokens((_replaced, signal) => requestTokens(client, { grant_type: 'client_credentials' }, signal), mayPass);
