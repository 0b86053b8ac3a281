import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { EVENT_KINDS } from '../../../domain/notifications/notification.ts';
import { readWord } from '../../../domain/vocabulary.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { EventSchemaList, EventSchemaShape } from '../../../wire/notifications/events/event-schemas.ts';
import { eventExample } from '../../../wire/notifications/examples.ts';
import { Type } from '../../../wire/type.ts';
import { ConditionalHeaders, conditionalAnswers, type TaggedAnswer, tagAnswer } from '../../answers/conditional-get.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { notModified } from '../../answers/not-modified.ts';
import { eventSchema, listedSchemas } from '../../openapi/event-schema.ts';

const NOT_FOUND = {
  message: 'There is no such kind of event.',
  details: `The kinds are ${EVENT_KINDS.join(', ')}.`,
};

/** Documentation, so for everybody and for caches. It changes only with the version of the service. */
const publicHeaders = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

export const eventSchemaRoutes = (notifications: Notifications) => (scope: FastifyInstance) => {
  /** Written at the first request: most processes never show one. */
  const written = new Map<string, TaggedAnswer>();
  const once = (name: string, write: (source: string) => object): TaggedAnswer => {
    const answer = written.get(name) ?? tagAnswer(JSON.stringify(write(notifications.events.source)));
    written.set(name, answer);
    return answer;
  };

  scope.get('', {
    schema: {
      operationId: 'getEventSchemas',
      summary: 'List event schemas',
      description: 'The kinds of events, and where the JSON Schema of each is.',
      headers: ConditionalHeaders,
      response: conditionalAnswers(EventSchemaList, 'The schemas of all kinds of events.', {
        Success: { schemas: listedSchemas(eventExample.source) },
      }),
    },
    handler: (request, reply) => {
      const answer = once('', (source) => ({ schemas: listedSchemas(source) }));
      return sendPublic(request, reply, answer);
    },
  });

  scope.get('/:eventType', {
    schema: {
      operationId: 'getEventSchema',
      summary: 'Get an event schema',
      description:
        'The JSON Schema (2020-12) of the whole event of a kind: what webhooks carry, what PULL destinations receive, and ' +
        'what GET /notifications/v4/events lists. Members may be added to events at any time: the schema allows them.',
      params: Type.Object({
        eventType: Type.String({
          ...{ minLength: 1, maxLength: 256, description: 'The kind.', examples: ['TEST_NOTIFICATION'] },
          // The handler also takes other cases, and its 404 lists the kinds.
          'x-documented': { enum: EVENT_KINDS },
        }),
      }),
      headers: ConditionalHeaders,
      response: {
        // The example: see `addSchemaExample`.
        ...conditionalAnswers(EventSchemaShape, 'The JSON Schema.', {}),
        404: answerOf('NotFound', list, { description: 'There is no such kind of event.', ...NOT_FOUND }),
      },
    },
    handler: (request, reply) => {
      const kind = readWord(EVENT_KINDS, (request.params as { eventType: string }).eventType);
      if (kind === undefined) throw new Fault('NotFound', NOT_FOUND);
      const answer = once(kind, (source) => eventSchema(kind, source));
      return sendPublic(request, reply, answer);
    },
  });
};

function sendPublic(request: FastifyRequest, reply: FastifyReply, { text, etag }: TaggedAnswer) {
  void reply.headers({ ...publicHeaders, etag });
  return notModified(request, reply, etag) ?? reply.type('application/json; charset=utf-8').send(text);
}
