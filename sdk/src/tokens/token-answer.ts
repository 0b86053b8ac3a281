import { ApiError } from '../api-error.ts';
import { retryAfterMsOf } from '../calls/retry-after.ts';

export type IssuedTokens = { accessToken: string; expiresAt?: number; refreshToken?: string };

/** Reads an answer of the token endpoint (RFC 6749 5). `secrets` were sent: no error repeats them, even if the answer does. */
export function readTokenAnswer(
  response: Response,
  text: string,
  sentAt: number,
  secrets: readonly (string | undefined)[],
): IssuedTokens {
  const { access_token, expires_in, refresh_token, error, error_description } = membersOf(text);
  if (!response.ok) {
    const shown = (value: unknown) =>
      typeof value === 'string' && !secrets.some((secret) => secret && value.includes(secret)) ? value : '';
    throw refused(response, shown(error), shown(error_description));
  }
  if (typeof access_token !== 'string' || access_token === '') throw invalid(response);
  return {
    accessToken: access_token,
    ...(typeof expires_in === 'number' && { expiresAt: sentAt + expires_in * 1_000 }),
    ...(typeof refresh_token === 'string' && refresh_token !== '' && { refreshToken: refresh_token }),
  };
}

function membersOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function refused(response: Response, error: string, description: string): ApiError {
  const { status, headers } = response;
  if (error === 'invalid_grant') return authorizationRequired(description, status, requestIdOf(headers));
  const code = error || (status >= 500 ? 'temporarily_unavailable' : 'InvalidAnswer');
  return new ApiError({
    status,
    errors: [{ code, message: `The service refused to issue a token: ${status} ${code}.`, details: description }],
    requestId: requestIdOf(headers),
    retryAfterMs: retryAfterMsOf(headers),
  });
}

const invalid = ({ status, headers }: Response) =>
  new ApiError({
    status,
    errors: [
      {
        code: 'InvalidAnswer',
        message: 'The answer to the request for a token has no access token.',
        details: 'Check that baseUrl is the address of the service.',
      },
    ],
    requestId: requestIdOf(headers),
  });

const requestIdOf = (headers: Headers) => headers.get('x-request-id') ?? undefined;

/** The grant is absent or has ended. Only the seller can help. */
export const authorizationRequired = (details: string, status = 0, requestId?: string): ApiError =>
  new ApiError({
    status,
    errors: [{ code: 'AuthorizationRequired', message: 'The seller must authorize the application (again).', details }],
    requestId,
  });
