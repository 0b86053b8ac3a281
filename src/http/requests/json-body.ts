import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { jsonExcessOf, MAX_JSON_LEVELS, MAX_JSON_VALUES } from './json-limits.ts';

/**
 * Reads JSON bodies: UTF-8 only, an empty body is `{}` (decision 1), neither too deep nor too many values, and an error names
 * the position.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  // 'remove': a key named __proto__ is an unknown key like any other, and those are ignored (decision 3).
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, {});
    if (!isUtf8(body)) return done(notUtf8());
    const excess = jsonExcessOf(body);
    if (excess !== undefined) return done(excessive[excess]());
    void parse(request, body.toString('utf8'), (error, value) => (error ? done(notJson(body)) : done(null, value)));
  });
  acceptEmptyChunkedBody(app);
}

/** A chunked body without a content type may turn out to be empty: then it is `{}`, too. */
function acceptEmptyChunkedBody(app: FastifyInstance): void {
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.headers['content-type'] !== undefined) return done(unsupportedMediaType());
    // The first event decides; later ones, such as the end of the connection, are ignored.
    const decide = (error: Error | null, body?: object) => {
      payload.off('data', reject).off('end', accept).off('error', decide);
      done(error, body);
    };
    const reject = () => decide(unsupportedMediaType());
    const accept = () => decide(null, {});
    payload.on('data', reject).on('end', accept).on('error', decide);
  });
}

export function unsupportedMediaType(): Fault {
  return new Fault('UnsupportedMediaType', {
    message: 'The media type of the body is not supported here.',
    details: 'Send the body with the header Content-Type: application/json.',
  });
}

/**
 * A request without `Content-Length` and `Transfer-Encoding` has no body (RFC 9112 6.3), so its `Content-Type` describes
 * nothing. Node reports no end of such a body (`optimizeEmptyRequests`): a parser that the type selects would wait for ever.
 */
export function ignoreTypeOfAbsentBody({ headers }: FastifyRequest): void {
  if (headers['content-type'] === undefined) return;
  if ('content-length' in headers || 'transfer-encoding' in headers) return;
  headers['content-type'] = undefined;
}

/** A POST with neither body nor content type is the same as `{}` (decision 1). */
export function absentBodyIsEmptyObject(request: { body: unknown }): void {
  if (request.body === undefined) request.body = {};
}

function notUtf8(): Fault {
  return new Fault('InvalidInput', {
    message: 'The body is not UTF-8 text.',
    details: 'JSON bodies are UTF-8 (RFC 8259 8.1); the body holds bytes that are not.',
  });
}

const excessive = {
  levels: () =>
    new Fault('InvalidInput', {
      message: 'The body is nested too deeply.',
      details: `The body may have at most ${MAX_JSON_LEVELS} levels of objects and lists.`,
    }),
  values: () =>
    new Fault('InvalidInput', {
      message: 'The body has too many values.',
      details: `The body may have at most ${MAX_JSON_VALUES} members of objects and elements of lists.`,
    }),
};

/**
 * V8's message quotes the body, which may hold a secret, so only the position is taken from it. That needs a second parse,
 * which is acceptable: an invalid body is rare and at most 1 MiB.
 */
function notJson(body: Buffer): Fault {
  let position = '';
  try {
    JSON.parse(body.toString('utf8'));
  } catch (error) {
    const match = /\(line (\d+) column (\d+)\)/.exec((error as Error).message);
    if (match) position = ` It breaks at line ${match[1]}, column ${match[2]}.`;
  }
  return new Fault('InvalidInput', {
    message: 'The body is not valid JSON.',
    details: `Send one JSON value (RFC 8259).${position}`,
  });
}
