import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify';
import { addressKey } from '../../domain/address-key.ts';
import type { Envelope } from '../answers/envelope.ts';
import { documentAnswers } from '../answers/error-variants.ts';
import { sendFailure } from '../answers/failure.ts';
import { sendFailurePage } from '../answers/failure-page.ts';
import type { BearerGuard } from '../guards/bearer.ts';
import { describeRight, type NeededRight } from '../guards/needed-right.ts';
import { clientKey, type RateLimits } from '../guards/rate-limit.ts';
import { type Counted, continueWith } from '../guards/window-limit.ts';
import { bearerSecurity, NO_SECURITY } from '../openapi/security.ts';
import { absentBodyIsEmptyObject } from '../requests/json-body.ts';
import { KnownPaths, unknownPath } from '../requests/known-paths.ts';
import { prefersPage } from '../requests/prefers-page.ts';
import { mustBeDecodable, type QueryNames, queryNamesOf, withSchemaNames } from '../requests/query-names.ts';
import { unknownQueryWarning } from '../requests/unknown-query-names.ts';
import { exactValidatorCompiler, validatorCompiler } from '../requests/validator.ts';

import { addGroupHooks, addRouteHooks, type RouteHooks } from './hooks.ts';

/** One row of the table in `path-groups.ts`: what all paths under one prefix share. */
export type PathGroup = {
  readonly prefix: string;
  /** The heading of the group's operations on the reference page. */
  readonly tag: string;
  /**
   * `bearer` demands an access token before anything else of the request is read. `counted` admits everybody, within the
   * rate limits of the client and the address (decision 33).
   */
  readonly guard: 'none' | 'counted' | 'bearer';
  readonly envelope: Envelope;
  /** Names and enum values match exactly as written (OAuth) instead of in any case (decision 2). */
  readonly exact?: boolean;
  /** Errors are pages for those who prefer them: people come here, too. */
  readonly hasPages?: boolean;
  readonly routes: readonly ((scope: FastifyInstance) => void)[];
};

export type Guards = {
  readonly bearer?: BearerGuard;
  readonly counted?: RateLimits;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    queryNames?: QueryNames;
    /** The handler reads the body as a stream: neither its size nor its shape is checked before. */
    streamsBody?: boolean;
    /** The documented shape of a body that the route checks itself. */
    documentedBody?: object;
  }
}

/** Mounts one group in its own scope, so that every error under its prefix has its envelope. */
export function mountPathGroup(app: FastifyInstance, group: PathGroup, guards: Guards): void {
  app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) =>
        group.hasPages && prefersPage(request.headers.accept)
          ? sendFailurePage(error, request, reply)
          : sendFailure(error, request, reply, group.envelope),
      );
      scope.setNotFoundHandler((request) => {
        throw unknownPath(request);
      });
      scope.setValidatorCompiler(group.exact ? exactValidatorCompiler : validatorCompiler);
      const paths = new KnownPaths(scope);
      scope.addHook('onRoute', (route) => prepareRoute(route, group, guards));
      const count = countRejected(group, guards);
      addGroupHooks(scope, function rejectUnknownPath(request, reply, next) {
        if (!request.is404 && !paths.isOfNarrowerPath(request)) return next();
        const fault = paths.otherMethod(request) ?? unknownPath(request);
        continueWith(count(request, reply), next, fault);
      });
      for (const routes of group.routes) routes(scope);
    },
    { prefix: group.prefix },
  );
}

function prepareRoute(route: RouteOptions, group: PathGroup, guards: Guards): void {
  addRouteHooks(route, {
    ...(group.guard === 'bearer' && guardOf(route, guards.bearer)),
    ...(group.guard === 'counted' && guards.counted && countersOf(route, guards.counted)),
    ...(!route.schema?.hide && { readQuery: documentRoute(route, group) }),
  });
}

/** Adds what all routes of the group have to the document. Returns the hook that reads a query and an absent body as documented. */
function documentRoute(route: RouteOptions, group: PathGroup): preValidationHookHandler | undefined {
  route.schema = documentAnswers({ tags: [group.tag], ...route.schema }, { ...group, ...route, ...route.config });
  if (group.guard === 'bearer') documentGuard(route.schema, route.config?.right);
  else route.schema.security ??= NO_SECURITY;
  const steps: ((request: FastifyRequest, reply: FastifyReply) => void)[] = [];
  if (route.schema.querystring) steps.push((request) => mustBeDecodable(request.url));
  // OAuth has other rules: unrecognized parameters are ignored (RFC 6749 3.1 and 3.2), without a word.
  if (!group.exact) {
    const names = queryNamesOf(route.schema.querystring);
    steps.push((request, reply) => {
      const query = withSchemaNames(request.query as Record<string, unknown>, names, request.url);
      request.query = query;
      const warning = unknownQueryWarning(query, names);
      if (warning !== undefined) reply.header('x-warning', warning);
    });
  }
  if (route.schema.body && !route.config?.streamsBody) steps.push(absentBodyIsEmptyObject);
  if (steps.length === 0) return undefined;
  return function readQuery(request, reply, next) {
    for (const step of steps) step(request, reply);
    next();
  };
}

/** The service does not start with a guarded route that declares no right. */
function guardOf(route: RouteOptions, guard: Guards['bearer']): RouteHooks {
  if (!guard) throw new Error(`${route.url} is in a group with a bearer guard, but none was passed in`);
  const right: NeededRight | undefined = route.config?.right;
  if (!right) throw new Error(`${route.method} ${route.url} does not say which right it needs: config.right`);
  const recentSignIn = route.config?.recentSignIn ?? false;
  return { authorize: guard.forRoute({ operationId: operationOf(route), right, recentSignIn }) };
}

/** The reference page then asks for a token and names the right. */
function documentGuard(schema: FastifySchema, right: NeededRight | undefined): void {
  schema.security = bearerSecurity(right);
  if (schema.description && right) schema.description += `\n\nNeeds ${describeRight(right)}.`;
}

/** Counts the address before the body is read, and the client after it: the body may name the client. */
function countersOf(route: RouteOptions, counted: NonNullable<Guards['counted']>): RouteHooks {
  const { address, client } = counted.authorization(operationOf(route));
  return {
    countAddress: (request, reply, next) => continueWith(address.count(reply, addressKey(request.ip)), next),
    countClient: (request, reply, next) => continueWith(client.count(reply, clientKey(request)), next),
  };
}

const operationOf = ({ schema, method, url }: RouteOptions) =>
  (schema as { operationId?: string } | undefined)?.operationId ?? `${method} ${url}`;

/**
 * Counts a request that no route serves. Every answer has the headers of a rate limit (decision 6): 404, 405 and those to
 * undecodable paths, too. They are counted per address. The fault, when the request is over the limit.
 */
export function countRejected(
  { guard }: PathGroup,
  { counted }: Guards,
): (request: FastifyRequest, reply: FastifyReply) => Counted {
  if (guard === 'none' || !counted) return () => undefined;
  const limit = counted.elsewhere(guard);
  return (request, reply) => limit.count(reply, addressKey(request.ip));
}
