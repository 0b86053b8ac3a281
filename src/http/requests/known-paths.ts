import type { FastifyInstance, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import { Fault } from '../../domain/fault.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the path, when it exists and only the method does not. */
    pathWithoutMethod?: string | undefined;
  }
}

type KnownPath = { readonly url: string; readonly methods: Set<string> };

/**
 * The paths of a scope and the methods of each, to tell 405 from 404. Found by Fastify's own router, in one tree: a Fastify route per
 * path and rejected method, thirty for each path, would take a tenth of the time to start.
 */
export class KnownPaths {
  readonly #paths = new Map<string, KnownPath>();
  /** Paths with a parameter where another path, of as many parts, has a text. */
  readonly #wide = new Set<string>();
  readonly #router = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });

  /** Must be called before the routes are mounted. */
  constructor(scope: FastifyInstance) {
    scope.addHook('onRoute', ({ url, method }) => {
      const known = this.#paths.get(url) ?? this.#add(url);
      for (const one of [method].flat()) known.methods.add(one);
    });
  }

  #add(url: string): KnownPath {
    const known = { url, methods: new Set<string>() };
    for (const other of this.#paths.keys()) {
      if (isWider(url, other)) this.#wide.add(url);
      if (isWider(other, url)) this.#wide.add(other);
    }
    this.#paths.set(url, known);
    this.#router.on('GET', url, () => undefined, known);
    return known;
  }

  /** Whether the request has a route only because a parameter took what is the text of another path, which does not take the method. */
  isOfNarrowerPath(request: FastifyRequest): boolean {
    const { url } = request.routeOptions;
    if (url === undefined || !this.#wide.has(url)) return false;
    return this.#router.find('GET', request.url)?.store.url !== url;
  }

  /** The fault of a request that no route takes, when its path exists. */
  otherMethod(request: FastifyRequest): Fault | undefined {
    const known: KnownPath | undefined = this.#router.find('GET', request.url)?.store;
    if (known === undefined) return undefined;
    request.pathWithoutMethod = known.url;
    const allow = [...known.methods];
    const message = `${request.method} is not possible here.`;
    const details = `This path takes ${allow.join(', ')}.`;
    return new Fault('MethodNotAllowed', { message, details }, { hints: { allow } });
  }
}

function isWider(wide: string, narrow: string): boolean {
  const [parts, others] = [wide.split('/'), narrow.split('/')];
  if (wide === narrow || parts.length !== others.length) return false;
  return parts.every((part, n) => part === others[n] || part.startsWith(':'));
}

/** The pattern of the request's path, for logs and metrics. Undefined when there is nothing at the path. */
export const routeOf = (request: FastifyRequest): string | undefined =>
  request.pathWithoutMethod ?? (request.is404 ? undefined : request.routeOptions.url);

/** The fault of a path where nothing is. */
export function unknownPath(request: FastifyRequest): Fault {
  const path = request.originalUrl.split('?', 1)[0];
  return new Fault('NotFound', {
    message: 'There is nothing at this path.',
    details: `${request.method} ${path} is no endpoint of this service. ${request.server.publicPath}/docs lists those there are.`,
  });
}
