import { failure } from '../api-error.js';
import { base64url, randomText } from '../calls/base64url.js';
import { addressOf } from '../calls/build-request.js';
import { requestTokens } from './token-request.js';
export async function authorizationUrl(options) {
    const [state, verifier] = [randomText(), randomText()];
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    const query = new URLSearchParams({
        response_type: 'code',
        client_id: options.clientId,
        redirect_uri: options.redirectUri,
        scope: options.scope ?? 'offline_access',
        state,
        code_challenge: base64url(new Uint8Array(digest)),
        code_challenge_method: 'S256',
    });
    return { url: addressOf(new URL(options.baseUrl), `/auth/v4/authorize?${query}`), state, verifier };
}
export async function exchangeCode(options) {
    const { clientId, clientSecret, redirectUri, verifier, tokenStore, signal, fetch = globalThis.fetch } = options;
    const code = codeOf(new URL(options.callbackUrl, redirectUri).searchParams, options);
    const client = { baseUrl: new URL(options.baseUrl), clientId, clientSecret, fetch };
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
    await tokenStore.lock(async () => {
        const issued = await requestTokens(client, fields, signal);
        const { refreshToken } = issued;
        if (refreshToken === undefined)
            throw failed('InvalidAnswer', 'The answer has no refresh token: request the scope offline_access.');
        await tokenStore.save({ ...issued, refreshToken });
    });
}
function codeOf(query, { state, issuer }) {
    if (query.get('state') !== state)
        throw failed('AuthorizationFailed', 'state is not that of this browser: start again.');
    if (query.get('iss') !== issuer)
        throw failed('AuthorizationFailed', 'iss is not the issuer: compare both.');
    const error = query.get('error');
    if (error !== null)
        throw failed(error, query.get('error_description') ?? '');
    const code = query.get('code');
    if (!code)
        throw failed('AuthorizationFailed', 'code is missing.');
    return code;
}
const failed = (code, details) => failure(code, 'The application was not authorized.', details);
