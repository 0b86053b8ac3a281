import { ApiError, failure } from '../api-error.ts';
import { Sender } from '../calls/send.ts';
import type { StoredTokens } from '../credentials.ts';

/** Who asks, and where. */
export type TokenClient = {
  baseUrl: URL;
  clientId: string;
  clientSecret?: string | undefined;
  fetch: typeof globalThis.fetch;
};

/** `refreshToken` is absent where none was asked for, and from a provider that does not rotate them. */
export type IssuedTokens = { accessToken: string } & Partial<StoredTokens>;

/** Longer than the service waits for its identity provider. */
const TIMEOUT_MS = 30_000;

/**
 * One request for tokens (RFC 6749 5), never repeated here. Rejects with an ApiError that names no secret, or with the signal's reason.
 */
export async function requestTokens(
  { baseUrl, clientId, clientSecret, fetch }: TokenClient,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<IssuedTokens> {
  const isPublic = clientSecret === undefined;
  // Before the request: what the answer took on its way is no part of the token's life.
  const sentAt = Date.now();
  const answer = await new Sender({ baseUrl, fetch, deadlineMs: TIMEOUT_MS, maxAttempts: 1 })
    .call('POST', {
      url: '/auth/v4/token',
      headers: isPublic ? {} : { authorization: basic(clientId, clientSecret) },
      body: { ...fields, client_id: isPublic ? clientId : undefined },
      signal,
    })
    .catch((error: unknown) => {
      throw error instanceof ApiError && error.status >= 400
        ? refused(error, [...Object.values(fields), clientSecret])
        : error;
    });
  const { access_token, expires_in, refresh_token } = Object(answer) as Record<string, unknown>;
  if (typeof access_token !== 'string' || access_token === '')
    throw failure('InvalidAnswer', 'The answer has no access token.', 'Check baseUrl.', { status: 200 });
  return {
    accessToken: access_token,
    ...(typeof expires_in === 'number' && { expiresAt: sentAt + expires_in * 1_000 }),
    ...(typeof refresh_token === 'string' && refresh_token !== '' && { refreshToken: refresh_token }),
  };
}

/** RFC 6749 2.3.1: both are form-encoded, so that a colon in the id separates nothing. */
function basic(clientId: string, clientSecret: string): string {
  const encoded = (text: string) => String(new URLSearchParams([['', text]])).slice(1);
  return `Basic ${btoa(`${encoded(clientId)}:${encoded(clientSecret)}`)}`;
}

/** `secrets` were sent: the error does not repeat them, even if the answer does. */
function refused(error: ApiError, secrets: readonly (string | undefined)[]): ApiError {
  const shown = (text: string) => (secrets.some((secret) => secret && text.includes(secret)) ? '' : text);
  if (error.code === 'invalid_grant') return authorizationRequired(shown(error.message), error);
  const code = shown(error.code) || 'InvalidAnswer';
  const message = `The service refused to issue a token: ${error.status} ${code}.`;
  return failure(code, message, shown(error.message), error);
}

/** The grant is absent or has ended. Only the seller can help. */
export const authorizationRequired = (details: string, error?: ApiError): ApiError =>
  failure('AuthorizationRequired', 'The seller must authorize the application (again).', details, error);
