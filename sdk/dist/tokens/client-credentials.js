import { mayPass } from '../calls/retry.js';
import { renewedTokens } from './renewed-token.js';
import { requestTokens } from './token-request.js';
export const clientCredentials = (client) => renewedTokens((_replaced, signal) => requestTokens(client, { grant_type: 'client_credentials' }, signal), mayPass);
