import { clientCredentials } from './client-credentials.js';
import { delegatedGrant } from './delegated-grant.js';
import { functionTokens } from './token-function.js';
export function tokenSourceOf(baseUrl, credentials, fetch) {
    if (typeof credentials === 'function')
        return functionTokens(credentials);
    const { clientId, clientSecret, tokenStore } = Object(credentials);
    if (typeof clientId !== 'string' || (typeof clientSecret !== 'string' && !tokenStore)) {
        throw new TypeError('credentials must be a function, or have a clientId, and a clientSecret or a tokenStore.');
    }
    const client = { baseUrl, clientId, clientSecret, fetch };
    return tokenStore ? delegatedGrant(client, tokenStore) : clientCredentials(client);
}
