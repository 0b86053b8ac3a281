import { pipeline, Transform } from 'node:stream';
import type {
  FastifyError,
  FastifyInstance,
  FastifyRequest,
  preParsingHookHandler,
  RouteShorthandOptions,
} from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { invalidRequest, type OAuthError } from './oauth-error.ts';

export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';

/**
 * Far more than a token request or a registration needs. Anybody may send them, and many at once wait for the provider: with the limit of
 * other bodies, 1 MiB, they would fill the memory.
 */
export const MAX_BODY_BYTES = 64 * 1024;

/** Reads forms, the canonical body of a token request (decision 11). */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    if (hasTooManyParameters(body as string)) return done(tooManyParameters());
    done(null, new URLSearchParams(body as string));
  });
}

/** A token request has fewer than ten. A form of 1 MiB can have 350,000, which take a third of a second to read. */
const MAX_PARAMETERS = 100;

function hasTooManyParameters(form: string): boolean {
  let count = 1;
  for (let at = form.indexOf('&'); at >= 0 && count <= MAX_PARAMETERS; at = form.indexOf('&', at + 1)) count += 1;
  return count > MAX_PARAMETERS;
}

const tooManyParameters = () =>
  new Fault('InvalidInput', {
    message: 'The form has too many parameters.',
    details: `A form may have at most ${MAX_PARAMETERS} parameters.`,
  });

/** Parsers are registered for the whole group, so each route declares the media types that it accepts. */
export function acceptsOnly(...types: string[]): Required<Pick<RouteShorthandOptions, 'onRequest' | 'errorHandler'>> {
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
    // Fastify's own media type errors name only JSON. This rethrows them for the group's handler, with this route's types.
    errorHandler: (error: FastifyError) => {
      throw mediaTypeErrors.has(error.code) ? unsupported() : error;
    },
  };
}

const mediaTypeErrors = new Set(['UnsupportedMediaType', 'FST_ERR_CTP_INVALID_MEDIA_TYPE', 'FST_ERR_CTP_EMPTY_TYPE']);

const texts = new WeakMap<FastifyRequest, Buffer[]>();

/** Keeps the text of a JSON body: the parsed value does not show that a member was there twice. */
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
  // An error reaches Fastify, which reads the copy and answers it.
  pipeline(payload, copying, () => undefined);
  done(null, copying);
};

/** The parameters of a form, or of a flat JSON object of strings. A parameter without a value counts as absent (RFC 6749 3.2). */
export function parametersOf(request: FastifyRequest): Map<string, string> | OAuthError {
  const { body } = request;
  const text = textOf(request);
  const pairs = body instanceof URLSearchParams ? [...body] : pairsOf(text === '' ? body : JSON.parse(text));
  if (!pairs) return invalidRequest('A JSON body must be a flat object of strings.');
  const parameters = new Map(pairs);
  const sentCount = body instanceof URLSearchParams ? pairs.length : memberCount(text);
  if (sentCount !== parameters.size) return invalidRequest('A parameter is given more than once.');
  return new Map(pairs.filter(([, value]) => value !== ''));
}

function pairsOf(body: unknown): [string, string][] | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  // Null counts as absent (decision 35), like a parameter without a value.
  const pairs = Object.entries(body).map(([name, value]): [string, unknown] => [name, value ?? '']);
  return isFlat(pairs) ? pairs : undefined;
}

const isFlat = (pairs: [string, unknown][]): pairs is [string, string][] =>
  pairs.every(([, value]) => typeof value === 'string');

/**
 * The text of a JSON body that was parsed without an error; empty when there was none. The parsed value lacks members such as
 * `__proto__`, which are ordinary members here: nothing is looked up by name. It can be read once.
 */
function textOf(request: FastifyRequest): string {
  const chunks = texts.get(request) ?? [];
  texts.delete(request);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Counts the strings that a colon follows: those are names of members. */
function memberCount(text: string): number {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)].filter(([, colon]) => colon === ':').length;
}
