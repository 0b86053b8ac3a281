import { ApiError, failure } from '../api-error.js';
import { Sender } from '../calls/send.js';
const TIMEOUT_MS = 30_000;
export async function requestTokens({ baseUrl, clientId, clientSecret, fetch }, fields, signal) {
    const isPublic = clientSecret === undefined;
    const sentAt = Date.now();
    const answer = await new Sender({ baseUrl, fetch, deadlineMs: TIMEOUT_MS, maxAttempts: 1 })
        .call('POST', {
        url: '/auth/v4/token',
        headers: isPublic ? {} : { authorization: basic(clientId, clientSecret) },
        body: { ...fields, client_id: isPublic ? clientId : undefined },
        signal,
    })
        .catch((error) => {
        throw error instanceof ApiError && error.status >= 400
            ? refused(error, [...Object.values(fields), clientSecret])
            : error;
    });
    const { access_token, expires_in, refresh_token } = Object(answer);
    if (typeof access_token !== 'string' || access_token === '')
        throw failure('InvalidAnswer', 'The answer has no access token.', 'Check baseUrl.', { status: 200 });
    return {
        accessToken: access_token,
        ...(typeof expires_in === 'number' && { expiresAt: sentAt + expires_in * 1_000 }),
        ...(typeof refresh_token === 'string' && refresh_token !== '' && { refreshToken: refresh_token }),
    };
}
function basic(clientId, clientSecret) {
    const encoded = (text) => String(new URLSearchParams([['', text]])).slice(1);
    return `Basic ${btoa(`${encoded(clientId)}:${encoded(clientSecret)}`)}`;
}
function refused(error, secrets) {
    const shown = (text) => (secrets.some((secret) => secret && text.includes(secret)) ? '' : text);
    if (error.code === 'invalid_grant')
        return authorizationRequired(shown(error.message), error);
    const code = shown(error.code) || 'InvalidAnswer';
    const message = `The service refused to issue a token: ${error.status} ${code}.`;
    return failure(code, message, shown(error.message), error);
}
export const authorizationRequired = (details, error) => failure('AuthorizationRequired', 'The seller must authorize the application (again).', details, error);
