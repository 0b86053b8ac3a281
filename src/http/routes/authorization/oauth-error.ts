import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import type { ProviderAnswer } from '../../../identity/identity.ts';

/** An error answer of the authorization endpoints (RFC 6749 5.2). `description` is printable ASCII without quotes. */
export type OAuthError = { readonly status: 400 | 401; readonly error: string; readonly description: string };

/** The errors that are a 401, with their challenge: of a client (RFC 6749 5.2), and of an initial access token (RFC 6750 3). */
const challenges: ReadonlyMap<string, string> = new Map([
  ['invalid_client', 'Basic realm="token"'],
  ['invalid_token', 'Bearer realm="register"'],
]);

export function oauthError(error: string, description: string): OAuthError {
  return { status: challenges.has(error) ? 401 : 400, error, description };
}

export const invalidRequest = (description: string): OAuthError => oauthError('invalid_request', description);

/** The error of the first check that fails. */
export function firstError<T>(checks: readonly ((subject: T) => OAuthError | undefined)[], subject: T) {
  for (const check of checks) {
    const error = check(subject);
    if (error) return error;
  }
  return undefined;
}

export function sendOAuthError(reply: FastifyReply, { status, error, description }: OAuthError): FastifyReply {
  const challenge = challenges.get(error);
  const headers: Record<string, string> = challenge === undefined ? {} : { 'www-authenticate': challenge };
  return sendProviderAnswer(reply, { status, headers, body: { error, error_description: description } });
}

/** Sends the provider's own error, which is one of OAuth already. */
export function sendProviderAnswer(reply: FastifyReply, { status, headers, body }: ProviderAnswer): FastifyReply {
  void reply.code(status).headers(headers);
  if (opensPasswordDialog(reply.request, headers['www-authenticate'])) void reply.removeHeader('www-authenticate');
  return reply.send(body);
}

/**
 * Whether a browser would ask its user for a password instead of giving the answer to the script. `Sec-Fetch-Mode` shows that
 * a browser sent the request. A client that used HTTP Basic always gets the challenge (RFC 6749 5.2).
 */
function opensPasswordDialog({ headers }: FastifyRequest, challenge = ''): boolean {
  const isFromBrowser = headers['sec-fetch-mode'] !== undefined;
  return isFromBrowser && headers.authorization === undefined && /\bbasic\b/i.test(challenge);
}

const RETRY_AFTER_SECONDS = 5;

/** The provider answered with success, but not as OAuth prescribes. Its answer is not shown. */
export function unusableAnswer(what: string): Fault {
  return new Fault(
    'ServiceUnavailable',
    {
      message: 'The service cannot answer at the moment.',
      details: `The identity provider gave an answer that cannot be used. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    },
    {
      hints: { retryAfterSeconds: RETRY_AFTER_SECONDS },
      cause: new Error(`identity provider, ${what}: not as in OAuth`),
    },
  );
}
