import type { FastifyRequest } from 'fastify';
import { isOperatorRight } from '../../domain/authorization/operator-rights.ts';
import { RECENT_SIGN_IN_SECONDS } from '../../domain/authorization/recent-sign-in.ts';
import type { Caller } from '../../domain/authorization/rights.ts';
import { whyNotForSupport } from '../../domain/authorization/support-operations.ts';
import { Fault } from '../../domain/fault.ts';
import { ANY_SELLER_RIGHT, describeRight, type NeededRight } from './needed-right.ts';

const REALM = 'Bearer realm="seller-api"';

const unauthorized = (reason: string, message: string, details: string, error = '') =>
  new Fault('Unauthorized', { message, details }, { hints: { challenge: REALM + error }, reason });

export function invalidToken(): Fault {
  return unauthorized(
    'InvalidToken',
    'The access token is not valid.',
    'It is unknown, expired, revoked, no access token, or the identity provider does not tell whose it is. Get a new one from POST /auth/v4/token. If that is refused, too, ask the operator: the log of the service has the reason.',
    ', error="invalid_token", error_description="The access token is unknown, expired or revoked"',
  );
}

export function twoTokens(): Fault {
  return unauthorized(
    'TwoTokens',
    'There is more than one Authorization header.',
    'Which of them counts must not be left to chance. Send the header Authorization: Bearer <ACCESS_TOKEN> once.',
    ', error="invalid_token", error_description="There is more than one Authorization header"',
  );
}

/** RFC 6750 3.1: no `error` where no token was sent: the client may not have known that it needs one. */
export function noToken({ headers }: FastifyRequest): Fault {
  const remedy = 'Send the header Authorization: Bearer <ACCESS_TOKEN>.';
  const { authorization } = headers;
  if (authorization === undefined) {
    const legacy = Object.keys(headers).find((name) => /access[-_]token$/.test(name));
    const reason = legacy ? `The header ${legacy} is not used in version 4. ` : '';
    return unauthorized('NoToken', 'An access token is required.', `${reason}${remedy}`);
  }
  if (!/^Bearer +./i.test(authorization)) {
    return unauthorized(
      'NoToken',
      'An access token is required.',
      `The Authorization header holds no bearer token. ${remedy}`,
    );
  }
  return unauthorized(
    'InvalidToken',
    'The access token is malformed.',
    `A token is one word of letters, digits and - . _ ~ + / (RFC 6750 2.1). ${remedy}`,
    ', error="invalid_token", error_description="The access token is malformed"',
  );
}

/** RFC 9470 3: the client lets the person sign in again (`prompt=login`), and repeats the request with the new token. */
export function staleSignIn(): Fault {
  const maxAge = RECENT_SIGN_IN_SECONDS;
  return unauthorized(
    'StaleSignIn',
    'This operation needs a recent sign-in.',
    `The person behind the access token must have signed in at most ${maxAge} seconds ago. Send them through GET /auth/v4/authorize with prompt=login, and use the new token. An application's own token stands for no person.`,
    `, error="insufficient_user_authentication", error_description="A more recent sign-in is required", max_age=${maxAge}`,
  );
}

export const notForSupport = (operationId: string): Fault =>
  new Fault(
    'AccessDenied',
    {
      message: 'A support session only reads what the console shows.',
      details: `${operationId} is not open to it: ${whyNotForSupport(operationId)}.`,
    },
    { hints: { challenge: `${REALM}, error="insufficient_scope"` }, reason: 'SupportSession' },
  );

/** `what` needs the right. */
export function missingRight({ sellerId }: Caller, right: NeededRight, what = 'This operation'): Fault {
  const isOperator = !isOperatorRight(right) && sellerId === undefined;
  const reason = isOperator
    ? "The access token acts for no seller (an operator's does not), and this endpoint is for sellers. "
    : '';
  const scope = right === ANY_SELLER_RIGHT ? '' : `, scope="${right}"`;
  return new Fault(
    'AccessDenied',
    {
      message: 'The access token does not give this right.',
      details: `${reason}${what} needs ${describeRight(right)}.`,
    },
    {
      hints: { challenge: `${REALM}, error="insufficient_scope"${scope}` },
      reason: right === ANY_SELLER_RIGHT ? 'NoSellerRight' : right,
    },
  );
}
