import type { FastifyReply } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import type { ProviderAnswer } from '../../../identity/identity.ts';

/** A "no" of the authorization endpoints, in the words of RFC 6749 5.2: printable ASCII without quotes. */
export type Refusal = { readonly status: 400 | 401; readonly error: string; readonly description: string };

export function refusal(error: string, description: string): Refusal {
  return { status: error === 'invalid_client' ? 401 : 400, error, description };
}

export const invalidRequest = (description: string): Refusal => refusal('invalid_request', description);

/** The first thing that is wrong: one check, one reason. */
export function firstRefusal<T>(checks: readonly ((subject: T) => Refusal | undefined)[], subject: T) {
  for (const check of checks) {
    const found = check(subject);
    if (found) return found;
  }
  return undefined;
}

export function sendRefusal(reply: FastifyReply, { status, error, description }: Refusal): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="token"');
  return reply.code(status).send({ error, error_description: description });
}

/** The provider's own "no", which already is in the words of OAuth. */
export function passOn(reply: FastifyReply, { status, headers, body }: ProviderAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

const RETRY_AFTER_SECONDS = 5;

/** The provider said yes, but not in the words of OAuth. What it said is not shown. */
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
