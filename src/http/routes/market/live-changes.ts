import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { OperatorCaller } from '../../../domain/audit/operator-caller.ts';
import { OPERATOR_RIGHT } from '../../../domain/authorization/rights.ts';
import { Fault } from '../../../domain/fault.ts';
import { nearestName } from '../../../domain/nearest-name.ts';
import type { ChangeReport, LoadOptions } from '../../../market/intake/live-changes.ts';
import { Changes, ChangesOptions, changesBody, LINES_TYPES } from '../../../wire/market/live-changes.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { traceOf, withoutState } from '../../requests/request-trace.ts';
import { validatorCompiler } from '../../requests/validator.ts';
import { operatorCallerOf } from '../operator-caller.ts';

/** Who sends changes: the audit log names them. */
export type ChangeCaller = Pick<OperatorCaller, 'who' | 'from'>;

/** Applies changes while they arrive. Changes that are already applied stay when the stream breaks off. */
export type ApplyStream = (
  chunks: AsyncIterable<Uint8Array>,
  options: LoadOptions,
  caller: ChangeCaller,
) => Promise<ChangeReport>;

export const operatorRoutes = (applyStream: ApplyStream) => (scope: FastifyInstance) => {
  // A separate scope, because this route streams its body: no size limit applies.
  scope.register(async (changes) => {
    changes.removeAllContentTypeParsers();
    changes.addContentTypeParser([...LINES_TYPES, 'application/json'], (request, body, done) =>
      isUncompressed(request) ? done(null, body) : done(wrongMediaType()),
    );
    changes.addContentTypeParser('*', (_request, _body, done) => done(wrongMediaType()));

    changes.post('/changes', {
      config: { right: OPERATOR_RIGHT, streamsBody: true },
      // Each record is checked by itself, with its line and field.
      validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : validatorCompiler(part)),
      schema: {
        operationId: 'applyChanges',
        summary: 'Change market data',
        description:
          'Takes market records as JSON lines or as one JSON array, and applies them in order, in batches, while they arrive. ' +
          'The answer lists rejected records by line, field and reason, and names unknown fields in `warnings`. All other records are applied, and their effect is ' +
          'visible when the answer arrives. You can send the same records again without harm. The body has no size limit, but ' +
          'must arrive within 5 minutes: split more than that into several requests, or use `npm run import`.',
        querystring: ChangesOptions,
        body: changesBody,
        response: {
          200: Changes,
          415: {
            ...answerOf('UnsupportedMediaType', list),
            description: 'The body is neither JSON lines nor JSON, or it is compressed.',
          },
        },
      },
      handler: async (request, reply) => {
        const body = bodyOf(request);
        try {
          const { quiet } = checkedOptions(request.query as Static<typeof ChangesOptions>);
          const caller = operatorCallerOf(request);
          const trace = withoutState(traceOf(request));
          const report = await applyStream(body, { quiet, requestId: request.id, ...(trace && { trace }) }, caller);
          if (body.byteCount === 0) throw emptyBody();
          return report;
        } catch (error) {
          discardRest(request, reply);
          throw error;
        }
      },
    });
  });
};

/** Unknown query parameters are ignored elsewhere. Here a misspelt one would tell sellers what cannot be taken back. */
function checkedOptions(query: Static<typeof ChangesOptions>): Static<typeof ChangesOptions> {
  const known = Object.keys(ChangesOptions.properties);
  for (const name of Object.keys(query)) {
    const meant = known.includes(name) ? undefined : nearestName(name, known);
    if (meant === undefined) continue;
    throw new Fault('InvalidInput', {
      message: 'A query parameter is not known.',
      details: `Did you mean ${meant}? Nothing was changed.`,
    });
  }
  return query;
}

function bodyOf({ body }: FastifyRequest): BodyBytes {
  if (body === undefined) throw emptyBody();
  return new BodyBytes(body as IncomingMessage);
}

/** The bytes of a body. A body that breaks off is an error of the client, not of the database. */
class BodyBytes implements AsyncIterable<Uint8Array> {
  readonly #body: IncomingMessage;
  byteCount = 0;

  constructor(body: IncomingMessage) {
    this.#body = body;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunksOf(this.#body)) {
        this.byteCount += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw new Fault(
        'InvalidInput',
        {
          message: 'The body broke off.',
          details:
            'The connection ended before the body did. Changes that had been applied by then stay; send the whole body again, it does no harm.',
        },
        { cause: error },
      );
    }
  }
}

/**
 * A small body has arrived before its handler begins: reading it needs none of the iterator's listeners. The body is not destroyed when
 * the reader stops early: that would close the connection before the answer is sent.
 */
function chunksOf(body: IncomingMessage): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  return body.complete ? arrivedChunks(body) : (body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>);
}

function* arrivedChunks(body: IncomingMessage): Generator<Uint8Array> {
  for (let chunk: Uint8Array | null = body.read(); chunk !== null; chunk = body.read()) yield chunk;
}

/** Reads and drops the rest of the body: a client that is still sending reads the answer only afterwards. */
function discardRest(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close');
  request.raw.resume();
}

const isUncompressed = ({ headers }: FastifyRequest) =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';

function emptyBody(): Fault {
  return new Fault('InvalidInput', {
    message: 'The body is empty.',
    details: 'Send market records, one JSON object a line, or one JSON array of them.',
  });
}

function wrongMediaType(): Fault {
  return new Fault('UnsupportedMediaType', {
    message: 'The media type of the body is not supported here.',
    details: `Send JSON lines with Content-Type: ${LINES_TYPES.join(' or ')}, or a JSON array with application/json, not compressed.`,
  });
}
