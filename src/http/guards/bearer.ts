import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { addressKey } from '../../domain/address-key.ts';
import { isRecentSignIn } from '../../domain/authorization/recent-sign-in.ts';
import type { Caller } from '../../domain/authorization/rights.ts';
import { SUPPORT_OPERATIONS } from '../../domain/authorization/support-operations.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Identity } from '../../identity/identity.ts';
import { isSentTwice } from '../requests/repeated-header.ts';
import { invalidToken, missingRight, noToken, notForSupport, staleSignIn, twoTokens } from './bearer-faults.ts';
import type { MaxWaiting } from './introspection-slots.ts';
import { mayCall, type NeededRight } from './needed-right.ts';
import { callerKey, type RateLimits } from './rate-limit.ts';
import { UnknownTokens } from './unknown-tokens.ts';
import { continueWith } from './window-limit.ts';

/** `of people`: applications, which have no sign-in, need none. */
type RecentSignIn = boolean | 'of people';

type GuardedRoute = { readonly operationId: string; readonly right: NeededRight; readonly recentSignIn?: RecentSignIn };

/** Runs what follows so that the store refuses to write. For requests of support sessions. */
export type ReadOnly = (work: () => void) => void;

/** Makes the hook of one route. What is the same for all its requests is computed here once. */
export type BearerGuard = {
  forRoute(route: GuardedRoute): onRequestHookHandler;
  /** Who sends the request, when its token proves that without a question to the provider. Decides on no right. */
  provenSender?(request: FastifyRequest): string | undefined;
  /** How many requests of an address wait for the provider to tell about their tokens. */
  unknownOf?(address: string): number;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that a caller needs. The service does not start with a guarded route that declares none. */
    right?: NeededRight;
    /** The person must have signed in a short time ago (RFC 9470). */
    recentSignIn?: RecentSignIn;
  }
  interface FastifyRequest {
    /** Set by the bearer guard; undefined only on routes without it. */
    caller: Caller | undefined;
  }
}

/** RFC 6750 2.1. The scheme matches in any case (RFC 9110 11.1). */
const credentials = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * Authorizes the caller before anything else of the request is read (decision 10). Only the `Authorization` header counts:
 * a token in the query would end up in logs. With a cached token nothing here waits.
 */
export function bearerGuard(
  identity: Identity,
  limits: RateLimits,
  { maxWaiting, readOnly = (work) => work() }: { maxWaiting?: MaxWaiting | undefined; readOnly?: ReadOnly } = {},
): BearerGuard {
  const unknownTokens = new UnknownTokens(identity, maxWaiting);
  return {
    provenSender(request) {
      const token = tokenOf(request);
      const caller = token === undefined ? undefined : identity.provenCaller(token);
      return caller && (caller.sellerId ?? caller.clientId);
    },
    unknownOf: (address) => unknownTokens.openOf(address),
    forRoute({ operationId, right, recentSignIn = false }) {
      const { caller: callerLimit, anonymous } = limits.guarded(operationId);
      const isForSupport = SUPPORT_OPERATIONS.has(operationId);

      const reject = (request: FastifyRequest, reply: FastifyReply, next: Next, fault: Error) =>
        continueWith(anonymous.count(reply, addressKey(request.ip)), next, fault);

      const admit = (request: FastifyRequest, reply: FastifyReply, next: Next, caller: Caller) => {
        request.caller = caller;
        const counted = callerLimit.count(reply, callerKey(caller.clientId, caller.sellerId ?? caller.memberId));
        if (caller.support !== undefined && !isForSupport) continueWith(counted, next, notForSupport(operationId));
        else if (!mayCall(caller, right)) continueWith(counted, next, missingRight(caller, right));
        else if (caller.support !== undefined) readOnly(() => continueWith(counted, next));
        else continueWith(counted, next, staleSignInOf(caller, recentSignIn));
      };

      return function authorize(request, reply, next) {
        const token = tokenOf(request);
        if (token === undefined) return reject(request, reply, next, noToken(request));
        if (isSentTwice(request, 'authorization')) return reject(request, reply, next, twoTokens());
        const cached = identity.cachedCaller(token);
        if (cached) return admit(request, reply, next, cached);
        const address = addressKey(request.ip);
        if (identity.isKnown(token) && identity.callerOf(token, address) === undefined) {
          return reject(request, reply, next, invalidToken());
        }
        unknownTokens
          .callerOf(token, reply, { operationId, limit: anonymous, address })
          .then((caller) => admit(request, reply, next, caller), next);
      };
    },
  };
}

function staleSignInOf({ authTimeMs, grant }: Caller, recentSignIn: RecentSignIn) {
  if (recentSignIn === false || (recentSignIn === 'of people' && grant === 'own')) return undefined;
  return isRecentSignIn(authTimeMs, Date.now()) ? undefined : staleSignIn();
}

type Next = (error?: Error) => void;

function tokenOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization === undefined ? undefined : credentials.exec(authorization)?.[1];
}

/** What some requests of a route do needs another right, of a person who signed in a short time ago (RFC 9470). */
export type FurtherRight = { readonly right: NeededRight; readonly what: string };

/** Undefined when the caller may do it. */
export function refusalOf(request: FastifyRequest, { right, what }: FurtherRight): Fault | undefined {
  const caller = callerOf(request);
  return mayCall(caller, right) ? staleSignInOf(caller, true) : missingRight(caller, right, what);
}

/** Whether the caller has a right beside that of the route. */
export const hasRight = (request: FastifyRequest, right: NeededRight): boolean => mayCall(callerOf(request), right);

function callerOf({ caller, url }: FastifyRequest): Caller {
  if (caller === undefined) throw new Error(`${url.split('?', 1)[0]} asks for rights of its caller, but has no guard`);
  return caller;
}

/** For a request that waited: its token may have been withdrawn since the guard admitted it. */
export async function mustStillBeValid(identity: Identity, request: FastifyRequest): Promise<void> {
  const token = tokenOf(request);
  if (token === undefined || (await identity.callerOf(token)) === undefined) throw invalidToken();
}

/** The seller that a request acts for (decision 8). The guard admits no caller without one to a route for sellers. */
export function sellerOf(request: FastifyRequest): string {
  const sellerId = request.caller?.sellerId;
  if (sellerId === undefined)
    throw new Error(
      `${request.url.split('?', 1)[0]} reads the caller's seller, but no guard ensures that there is one`,
    );
  return sellerId;
}
