import { ApiError } from '../api-error.js';
import { wasNeverSent } from '../calls/unsent.js';
import { renewedTokens } from './renewed-token.js';
import { authorizationRequired, requestTokens } from './token-request.js';
export function delegatedGrant(client, tokenStore) {
    let latest;
    async function refresh(used) {
        if (latest?.used !== used) {
            const fields = { grant_type: 'refresh_token', refresh_token: used };
            latest = { used, tokens: { refreshToken: used, ...(await requestTokens(client, fields)) } };
        }
        const { tokens } = latest;
        await tokenStore.save(tokens);
        if (tokens.refreshToken === used)
            latest = undefined;
        return tokens;
    }
    return renewedTokens(async (replaced, signal) => usable(await tokenStore.load(), replaced) ??
        tokenStore.lock(async () => {
            signal.throwIfAborted();
            const stored = await tokenStore.load();
            if (stored === undefined)
                throw authorizationRequired('The token store is empty: see authorizationUrl.');
            return usable(stored, replaced) ?? refresh(stored.refreshToken);
        }), wasNotExecuted);
}
function usable(stored, replaced) {
    const { accessToken, expiresAt = Number.POSITIVE_INFINITY } = stored ?? {};
    if (accessToken === undefined || accessToken === replaced || expiresAt <= Date.now())
        return undefined;
    return { accessToken, expiresAt };
}
const wasNotExecuted = (error) => error instanceof ApiError && (error.status === 429 || wasNeverSent(error.cause));
