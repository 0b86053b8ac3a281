import { ApiError } from '../api-error.ts';
import { startDeadline } from '../calls/call-deadline.ts';
import { type IssuedTokens, readTokenAnswer } from './token-answer.ts';

/** Who asks, and where. */
export type TokenClient = {
  baseUrl: URL;
  clientId: string;
  clientSecret?: string | undefined;
  fetch: typeof globalThis.fetch;
};

/** Longer than the service waits for its identity provider. */
const TIMEOUT_MS = 30_000;

/** The address of one of the service's authorization endpoints. */
export const authorizationEndpoint = (baseUrl: URL, name: 'token' | 'authorize'): URL =>
  new URL(`${baseUrl.origin}${baseUrl.pathname.replace(/\/+$/, '')}/auth/v4/${name}`);

/** One request for tokens, never repeated here. Rejects with an ApiError that names no secret, or with the signal's reason. */
export async function requestTokens(
  client: TokenClient,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<IssuedTokens> {
  signal?.throwIfAborted();
  const deadline = startDeadline(signal, TIMEOUT_MS, overdue);
  try {
    return await deadline.limit(exchange(client, fields, deadline.signal));
  } finally {
    deadline.end();
  }
}

async function exchange(
  client: TokenClient,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IssuedTokens> {
  const { baseUrl, clientId, clientSecret, fetch } = client;
  const form = new URLSearchParams(fields);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (clientSecret === undefined) form.set('client_id', clientId);
  else headers.authorization = basic(clientId, clientSecret);
  // Before the request: what the answer took on its way is no part of the token's life.
  const sentAt = Date.now();
  let response: Response;
  try {
    // Not followed: a redirect would take the secrets to somebody else.
    const init: RequestInit = { method: 'POST', headers, body: form, redirect: 'manual', signal };
    response = await fetch(authorizationEndpoint(baseUrl, 'token'), init);
  } catch (cause) {
    signal.throwIfAborted();
    throw connectionFailed(cause);
  }
  const text = await response.text().catch((cause: unknown) => {
    signal.throwIfAborted();
    throw connectionFailed(cause);
  });
  return readTokenAnswer(response, text, sentAt, [...Object.values(fields), clientSecret]);
}

/** RFC 6749 2.3.1: both are form-encoded, so that a colon in the id separates nothing. */
function basic(clientId: string, clientSecret: string): string {
  const encoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return `Basic ${btoa(`${encoded(clientId)}:${encoded(clientSecret)}`)}`;
}

const connectionFailed = (cause: unknown) =>
  new ApiError({
    status: 0,
    errors: [
      {
        code: 'ConnectionFailed',
        message: 'The request for a token got no answer.',
        details: 'Check baseUrl and the network.',
      },
    ],
    cause,
  });

const overdue = () =>
  new ApiError({
    status: 0,
    errors: [
      {
        code: 'DeadlineExceeded',
        message: `The request for a token took longer than ${TIMEOUT_MS} ms.`,
        details: 'Check the identity provider of the service.',
      },
    ],
  });
