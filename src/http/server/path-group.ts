import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { BearerGuard } from '../guards/bearer.ts';
import { describeRight, type NeededRight } from '../guards/needed-right.ts';
import { addressKey, clientKey, type RateLimits } from '../guards/rate-limit.ts';
import type { Envelope } from './envelope.ts';
import { documentAnswers } from './error-variants.ts';
import { sendFailure } from './failure.ts';
import { absentBodyIsEmptyObject } from './json-body.ts';
import { mustBeDecodable, type QueryNames, queryNamesOf, underKnownNames } from './query-names.ts';
import { exactValidatorCompiler, validatorCompiler } from './validator.ts';

/** One row of the table in `path-groups.ts`: what all paths under one prefix share. */
export type PathGroup = {
  readonly prefix: string;
  /** The heading under which the reference page lists the group's operations. */
  readonly tag: string;
  /**
   * Who may come in: `bearer` asks for an access token before anything else of the request is looked at; `counted` lets
   * everybody in, each client and address only so often (decision 33).
   */
  readonly guard: 'none' | 'counted' | 'bearer';
  readonly envelope: Envelope;
  /** Names and enum values match exactly as written (OAuth) instead of in any case (decision 2). */
  readonly exact?: boolean;
  readonly routes: readonly ((scope: FastifyInstance) => void)[];
};

export type Guards = {
  readonly bearer?: BearerGuard;
  readonly counted?: Pick<RateLimits, 'authorization' | 'elsewhere'>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    queryNames?: QueryNames;
    /** The handler reads the body itself while it arrives: neither its size nor its shape is checked before. */
    streamsBody?: boolean;
    /** The shape of the body in the document, where the check of it is the route's own. */
    documentedBody?: object;
    /** The route only says that its method is not possible. */
    isRejection?: boolean;
  }
}

/** Mounts one group in a scope of its own, so that every way to fail under its prefix leaves in its envelope. */
export function mountPathGroup(app: FastifyInstance, group: PathGroup, guards: Guards): void {
  app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, group.envelope));
      scope.setNotFoundHandler(unknownPath);
      scope.setValidatorCompiler(group.exact ? exactValidatorCompiler : validatorCompiler);
      const methods = methodsByPath(scope);
      scope.addHook('onRoute', (route) => prepareRoute(route, group, guards));
      // Before the body is read: what is wrong with the body of a request to nowhere is not worth a word.
      const refuse = refusing(group, guards);
      scope.addHook('onRequest', (request, reply, next) =>
        request.is404 ? refuse(request, reply, next, nothingAt(request)) : next(),
      );
      for (const routes of group.routes) routes(scope);
      // After the scopes that routes open for themselves.
      scope.after(() => refuseOtherMethods(scope, methods, refuse));
    },
    { prefix: group.prefix },
  );
}

function prepareRoute(route: RouteOptions, group: PathGroup, guards: Guards): void {
  if (route.config?.isRejection) return;
  if (group.guard === 'bearer') guardRoute(route, guards.bearer);
  if (group.guard === 'counted' && guards.counted) countRoute(route, guards.counted);
  if (route.schema?.hide) return;
  route.schema = documentAnswers({ tags: [group.tag], ...route.schema }, { ...group, ...route.config });
  if (group.guard === 'bearer') documentGuard(route.schema, route.config?.right);
  const steps: ((request: FastifyRequest) => void)[] = [];
  if (route.schema.querystring) steps.push((request) => mustBeDecodable(request.url));
  if (!group.exact && route.schema.querystring) {
    const names = queryNamesOf(route.schema.querystring);
    steps.push((request) => {
      request.query = underKnownNames(request.query as Record<string, unknown>, names, request.url);
    });
  }
  if (route.schema.body && !route.config?.streamsBody) steps.push(absentBodyIsEmptyObject);
  if (steps.length === 0) return;
  route.preValidation = [
    (request, _reply, next) => {
      for (const step of steps) step(request);
      next();
    },
    ...[route.preValidation ?? []].flat(),
  ];
}

/** Before every other hook. A route that does not say which right it needs is a mistake that must not start. */
function guardRoute(route: RouteOptions, guard: Guards['bearer']): void {
  if (!guard) throw new Error(`${route.url} is behind the bearer guard, and there is none`);
  const right: NeededRight | undefined = route.config?.right;
  if (!right) throw new Error(`${route.method} ${route.url} does not say which right it needs: config.right`);
  const hook = guard.forRoute({ operationId: operationOf(route), right });
  route.onRequest = [hook, ...[route.onRequest ?? []].flat()];
}

/** The reference page then asks for a token, and says what it must be good for. */
function documentGuard(schema: FastifySchema, right: NeededRight | undefined): void {
  schema.security = [{ sellerAuth: [] }];
  if (schema.description && right) schema.description += `\n\nNeeds ${describeRight(right)}.`;
}

/** The address is counted before the body is read, the client as soon as the body can name it. */
function countRoute(route: RouteOptions, counted: NonNullable<Guards['counted']>): void {
  const { address, client } = counted.authorization(operationOf(route));
  route.onRequest = [
    (request, reply, next) => next(address.count(reply, addressKey(request.ip))),
    ...[route.onRequest ?? []].flat(),
  ];
  route.preValidation = [
    (request, reply, next) => next(client.count(reply, clientKey(request))),
    ...[route.preValidation ?? []].flat(),
  ];
}

const operationOf = ({ schema, method, url }: RouteOptions) =>
  (schema as { operationId?: string } | undefined)?.operationId ?? `${method} ${url}`;

type Refuse = (request: FastifyRequest, reply: FastifyReply, next: (error: Error) => void, refusal: Fault) => void;

/** Every answer says how much is welcome (decision 6), also that there is nothing. Who looks for more is counted by address. */
function refusing({ guard }: PathGroup, { counted }: Guards): Refuse {
  if (guard === 'none' || !counted) return (_request, _reply, next, refusal) => next(refusal);
  const limit = counted.elsewhere(guard);
  return (request, reply, next, refusal) => next(limit.count(reply, addressKey(request.ip)) ?? refusal);
}

function unknownPath(request: FastifyRequest): never {
  throw nothingAt(request);
}

function nothingAt(request: FastifyRequest): Fault {
  const path = request.url.split('?', 1)[0];
  return new Fault('NotFound', {
    message: 'There is nothing at this path.',
    details: `${request.method} ${path} is no endpoint of this service. /docs lists those there are.`,
  });
}

function methodsByPath(scope: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>();
  scope.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  return methods;
}

/** 405 with `Allow` for every other method of a path that exists. */
function refuseOtherMethods(scope: FastifyInstance, methods: Map<string, Set<string>>, refuse: Refuse): void {
  for (const [url, known] of [...methods]) {
    const allowed = [...known];
    const refused = scope.supportedMethods.filter((method) => !known.has(method));
    const onRequest: onRequestHookHandler = (request, reply, next) => {
      const message = `${request.method} is not possible here.`;
      const details = `This path takes ${allowed.join(', ')}.`;
      refuse(request, reply, next, new Fault('MethodNotAllowed', { message, details }, { hints: { allow: allowed } }));
    };
    const path = url.slice(scope.prefix.length);
    const config = { isRejection: true };
    const schema = { hide: true };
    scope.route({ method: refused, url: path, config, schema, onRequest, handler: () => undefined });
  }
}
