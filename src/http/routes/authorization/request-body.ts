import { pipeline, Transform } from 'node:stream';
import type {
  FastifyError,
  FastifyInstance,
  FastifyRequest,
  preParsingHookHandler,
  RouteShorthandOptions,
} from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { invalidRequest, type Refusal } from './oauth-error.ts';

export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';

/** Reads forms, the canonical body of a token request (decision 11). */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(body as string));
  });
}

/** Parsers belong to the whole group, so each route says itself which of them it takes. */
export function takesOnly(...types: string[]): Required<Pick<RouteShorthandOptions, 'onRequest' | 'errorHandler'>> {
  const unsupported = () =>
    new Fault('UnsupportedMediaType', {
      message: 'The media type of the body is not supported here.',
      details: `Send the body with the header Content-Type: ${types.join(' or ')}.`,
    });
  return {
    onRequest: (request, _reply, next) => {
      const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
      if (type === undefined || types.includes(type)) return next();
      throw unsupported();
    },
    // What is found out only with the body in hand knows no route and names JSON alone. Thrown on to the group's handler.
    errorHandler: (error: FastifyError) => {
      throw mediaTypeErrors.has(error.code) ? unsupported() : error;
    },
  };
}

const mediaTypeErrors = new Set(['UnsupportedMediaType', 'FST_ERR_CTP_INVALID_MEDIA_TYPE', 'FST_ERR_CTP_EMPTY_TYPE']);

const texts = new WeakMap<FastifyRequest, Buffer[]>();

/** Keeps the text of a JSON body beside its value, which no longer shows that a member was there twice. */
export const keepText: preParsingHookHandler = (request, _reply, payload, done) => {
  if (!request.headers['content-type']?.toLowerCase().startsWith(JSON_TYPE)) return done(null, payload);
  const chunks: Buffer[] = [];
  texts.set(request, chunks);
  const copying = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      next(null, chunk);
    },
  });
  // An error reaches the reader of the copy: Fastify, which answers it.
  pipeline(payload, copying, () => undefined);
  done(null, copying);
};

/** The parameters of a form, or of a flat JSON object of strings. One without a value counts as absent (RFC 6749 3.2). */
export function parametersOf(request: FastifyRequest): Map<string, string> | Refusal {
  const { body } = request;
  const text = textOf(request);
  const pairs = body instanceof URLSearchParams ? [...body] : pairsOf(text === '' ? body : JSON.parse(text));
  if (!pairs) return invalidRequest('A JSON body must be a flat object of strings.');
  const parameters = new Map(pairs);
  const sent = body instanceof URLSearchParams ? pairs.length : membersIn(text);
  if (sent !== parameters.size) return invalidRequest('A parameter is given more than once.');
  return new Map(pairs.filter(([, value]) => value !== ''));
}

function pairsOf(body: unknown): [string, string][] | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const pairs = Object.entries(body);
  return pairs.every(([, value]) => typeof value === 'string') ? pairs : undefined;
}

/**
 * The text of a JSON body, known to be JSON; empty when there was none. The value that the parser made of it lacks
 * members like `__proto__`: here, where nothing is looked up by name, those are members like any other.
 */
const textOf = (request: FastifyRequest) => new TextDecoder().decode(Buffer.concat(texts.get(request) ?? []));

/** A string is a name when a colon follows. */
function membersIn(text: string): number {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)].filter(([, colon]) => colon === ':').length;
}
