import type { FastifySchema } from 'fastify';
import { Fault, type FaultCode } from '../../domain/fault.ts';
import { errorShapes } from '../../wire/error.ts';
import { type Envelope, httpStatusOf } from './envelope.ts';

type Variant = { description: string; message: string; details: string };

/** The description and an example of each error, once for all operations (decision 31). */
const variants: Partial<Record<FaultCode, Variant>> = {
  InvalidInput: {
    description: 'Something in the request is not valid; each element names a field and what would be right.',
    message: 'MarketplaceId is required.',
    details: 'Query parameter MarketplaceId is missing.',
  },
  Unauthorized: {
    description: 'No access token, or one that is malformed, unknown, expired or revoked.',
    message: 'An access token is required.',
    details: 'Send the header Authorization: Bearer <ACCESS_TOKEN>.',
  },
  AccessDenied: {
    description: 'The token is good, but does not give the right that this operation needs.',
    message: 'The access token does not give this right.',
    details: 'This operation needs the right seller-api:pricing:read.',
  },
  NotFound: {
    description: 'There is no such resource for this caller.',
    message: 'There is no such listing.',
    details: 'The caller has no listing with SellerSKU X in marketplace STORE_US.',
  },
  Conflict: {
    description: 'The current state does not allow this; `details` says what to do first.',
    message: 'The destination is INACTIVE.',
    details: 'Set its status to ACTIVE first.',
  },
  RequestTooLarge: {
    description: 'The body is larger than 1 MiB.',
    message: 'The body is too large.',
    details: 'A request body may have at most 1 MiB (1048576 bytes).',
  },
  UnsupportedMediaType: {
    description: 'The body is not JSON.',
    message: 'The media type of the body is not supported here.',
    details: 'Send the body with the header Content-Type: application/json.',
  },
  MisdirectedRequest: {
    description: 'Only a demo answers this: the request came through a proxy, or for another host than localhost.',
    message: 'This service runs as a demo and answers only on this machine.',
    details: 'Use http://localhost or http://127.0.0.1, without a proxy.',
  },
  IdempotencyConflict: {
    description: 'The Idempotency-Key was used for another request.',
    message: 'The Idempotency-Key was used for another request.',
    details: 'The body is not the one that the key was first sent with. Use a new key for a new request.',
  },
  QuotaExceeded: {
    description: 'Too many requests. `Retry-After` says when to try again.',
    message: 'Too many requests.',
    details: 'Try again in 2 seconds.',
  },
  InternalFailure: {
    description: 'The service failed; the request may be right.',
    message: 'The service failed to answer this request.',
    details: 'The failure is on our side, not in your request. Quote request id 4f7c to the operator.',
  },
  NotImplemented: {
    description: 'The identity provider of this service cannot do this; `details` says where it is done instead.',
    message: 'The identity provider of this service does not support this.',
    details: 'Sellers, accounts and applications are managed at the identity provider that IDP_ISSUER names.',
  },
  ServiceUnavailable: {
    description:
      'The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.',
    message: 'The service cannot answer at the moment.',
    details: 'The identity provider cannot be reached. Try again in 5 seconds.',
  },
};

type Documented = {
  readonly guard: 'none' | 'counted' | 'bearer';
  readonly envelope: Envelope;
  readonly method: string | readonly string[];
  readonly streamsBody?: boolean;
};

/** Adds the errors that can occur to a route's documented answers. Those that the route documents itself stay. */
export function documentAnswers(schema: FastifySchema, group: Documented): FastifySchema {
  const answers = (schema.response ?? {}) as Record<string, unknown>;
  const errors = Object.fromEntries(
    variantsOf(schema, group)
      .filter((code) => !(httpStatusOf[code] in answers))
      .map((code) => [httpStatusOf[code], answerOf(code, group.envelope)]),
  );
  return { ...schema, response: { ...answers, ...errors } };
}

/** The five errors of the specification for every guarded operation, and those that the bearer scheme and a body add. */
function variantsOf(schema: FastifySchema, { guard, method, streamsBody }: Documented): FaultCode[] {
  const codes: FaultCode[] = ['InternalFailure', 'MisdirectedRequest'];
  if (schema.params || schema.querystring || schema.body) codes.push('InvalidInput');
  // A body is read wherever one may come, also where none is wanted: only GET ignores it.
  if (method !== 'GET') codes.push('UnsupportedMediaType');
  if (method !== 'GET' && !streamsBody) codes.push('RequestTooLarge');
  if (guard === 'none') return codes;
  if (guard === 'counted') return [...codes, 'QuotaExceeded', 'ServiceUnavailable'];
  return [...codes, 'InvalidInput', 'Unauthorized', 'AccessDenied', 'NotFound', 'QuotaExceeded', 'ServiceUnavailable'];
}

/** One documented error answer of an operation; `own` replaces parts of the common description. */
export function answerOf(code: FaultCode, envelope: Envelope, own: Partial<Variant> = {}) {
  const variant = { description: '', message: '', details: '', ...variants[code], ...own };
  const { description, ...problem } = variant;
  return {
    description,
    content: {
      'application/json': {
        schema: errorShapes[envelope.name],
        examples: { [code]: { value: envelope.write(new Fault(code, problem)) } },
      },
    },
  };
}
