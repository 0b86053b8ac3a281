import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Caller, Right } from '../../domain/authorization/rights.ts';
import { OPERATOR_RIGHT, SELLER_RIGHTS } from '../../domain/authorization/rights.ts';
import { Fault } from '../../domain/fault.ts';
import type { Identity } from '../../identity/identity.ts';
import { addressKey, type RateLimits } from './rate-limit.ts';

/** For operations that every application of a seller may call (decision 15a). */
export const ANY_SELLER_RIGHT = 'any seller right';

export type NeededRight = Right | typeof ANY_SELLER_RIGHT;

/** What the guard must know of a route. */
type GuardedRoute = { readonly operationId: string; readonly right: NeededRight };

/** Makes the hook of one route; what does not change from request to request is worked out here. */
export type BearerGuard = { forRoute(route: GuardedRoute): onRequestHookHandler };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a caller needs. A route behind the guard that does not say it stops the start of the service. */
    right?: NeededRight;
  }
  interface FastifyRequest {
    /** Who is calling; set by the guard, so undefined only where there is none. */
    caller: Caller | undefined;
  }
}

const REALM = 'Bearer realm="seller-api"';

/** RFC 6750 2.1. The scheme matches in any case (RFC 9110 11.1). */
const credentials = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * Judges the caller before anything else of the request is looked at (decision 10). Only the `Authorization` header counts:
 * a token in the query would end up in logs. When the token's answer is remembered nothing here waits.
 */
export function bearerGuard(identity: Pick<Identity, 'callerOf'>, limits: Pick<RateLimits, 'guarded'>): BearerGuard {
  return {
    forRoute({ operationId, right }) {
      const { caller: countCaller, anonymous } = limits.guarded(operationId);

      /** Nobody we know: counted by address. A good token from the same address does not suffer for it. */
      const refuse = (request: FastifyRequest, reply: Reply, next: Next, refusal: Error) =>
        anonymous(request, reply, addressKey(request.ip), (fault) => next(fault ?? refusal));

      const admit = (request: FastifyRequest, reply: Reply, next: Next, caller: Caller) => {
        request.caller = caller;
        const key = `${caller.clientId}\n${caller.sellerId ?? ''}`;
        if (mayCall(caller, right)) countCaller(request, reply, key, next);
        else countCaller(request, reply, key, (fault) => next(fault ?? missingRight(caller, right)));
      };

      const judge = (request: FastifyRequest, reply: Reply, next: Next, caller: Caller | undefined) =>
        caller === undefined ? refuse(request, reply, next, badToken()) : admit(request, reply, next, caller);

      return (request, reply, next) => {
        const header = request.headers.authorization;
        const token = header === undefined ? undefined : credentials.exec(header)?.[1];
        if (token === undefined) return refuse(request, reply, next, noToken(request));
        if (hasTwoAuthorizations(request)) return refuse(request, reply, next, twoTokens());
        let caller: ReturnType<Identity['callerOf']>;
        try {
          caller = identity.callerOf(token);
        } catch (error) {
          return refuse(request, reply, next, error as Error);
        }
        if (!(caller instanceof Promise)) return judge(request, reply, next, caller);
        caller.then(
          (known) => judge(request, reply, next, known),
          (error: Error) => refuse(request, reply, next, error),
        );
      };
    },
  };
}

/**
 * Node keeps the first of two `Authorization` headers and says nothing; whoever stands before the service may have judged
 * the second. This is on the path of every request, so names are read only when two of them are as long.
 */
export function hasTwoAuthorizations({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let asLong = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.length === AUTHORIZATION.length) asLong += 1;
  if (asLong < 2) return false;
  const isIt = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === AUTHORIZATION;
  return rawHeaders.filter(isIt).length > 1;
}

const AUTHORIZATION = 'authorization';

type Reply = Parameters<onRequestHookHandler>[1];
type Next = (error?: Error) => void;

/** The seller a request acts for (decision 8): on every route that needs a seller's right the guard has seen to it. */
export function sellerOf(request: FastifyRequest): string {
  const sellerId = request.caller?.sellerId;
  if (sellerId === undefined)
    throw new Error(`${request.url.split('?', 1)[0]} asks for a seller and has no guard for one`);
  return sellerId;
}

function mayCall(caller: Caller, right: NeededRight): boolean {
  if (right === OPERATOR_RIGHT) return caller.rights.has(right);
  if (caller.sellerId === undefined) return false;
  return right === ANY_SELLER_RIGHT ? SELLER_RIGHTS.some((one) => caller.rights.has(one)) : caller.rights.has(right);
}

const unauthorized = (message: string, details: string, error = '') =>
  new Fault('Unauthorized', { message, details }, { hints: { challenge: REALM + error } });

function badToken(): Fault {
  return unauthorized(
    'The access token is not valid.',
    'It is unknown, expired, revoked, or no access token. Get a new one from POST /auth/v4/token.',
    ', error="invalid_token", error_description="The access token is unknown, expired or revoked"',
  );
}

function twoTokens(): Fault {
  return unauthorized(
    'There is more than one Authorization header.',
    'Which of them counts must not be left to chance. Send the header Authorization: Bearer <ACCESS_TOKEN> once.',
    ', error="invalid_token", error_description="There is more than one Authorization header"',
  );
}

/** RFC 6750 3.1: no `error` where no token was sent, so that a client that did not know asks for one. */
function noToken({ headers }: FastifyRequest): Fault {
  const how = 'Send the header Authorization: Bearer <ACCESS_TOKEN>.';
  const { authorization } = headers;
  if (authorization === undefined) {
    const legacy = Object.keys(headers).find((name) => /access[-_]token$/.test(name));
    const why = legacy ? `The header ${legacy} is not used in version 4. ` : '';
    return unauthorized('An access token is required.', `${why}${how}`);
  }
  if (!/^Bearer +./i.test(authorization)) {
    return unauthorized('An access token is required.', `The Authorization header holds no bearer token. ${how}`);
  }
  return unauthorized(
    'The access token is malformed.',
    `A token is one word of letters, digits and - . _ ~ + / (RFC 6750 2.1). ${how}`,
    ', error="invalid_token", error_description="The access token is malformed"',
  );
}

export const rightInWords = (right: NeededRight) =>
  right === ANY_SELLER_RIGHT ? `any of the rights ${SELLER_RIGHTS.join(', ')}` : `the right ${right}`;

function missingRight({ sellerId }: Caller, right: NeededRight): Fault {
  const operator = right !== OPERATOR_RIGHT && sellerId === undefined;
  const why = operator
    ? "The access token acts for no seller (an operator's does not), and this endpoint is for sellers. "
    : '';
  const scope = right === ANY_SELLER_RIGHT ? '' : `, scope="${right}"`;
  return new Fault(
    'AccessDenied',
    {
      message: 'The access token does not give this right.',
      details: `${why}This operation needs ${rightInWords(right)}.`,
    },
    { hints: { challenge: `${REALM}, error="insufficient_scope"${scope}` } },
  );
}
