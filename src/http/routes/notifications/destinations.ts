import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { MAX_DESTINATIONS } from '../../../domain/notifications/destination.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { ChangedDestination, CreateRejection, Destinations } from '../../../notifications/destinations.ts';
import type { KeyReused } from '../../../notifications/idempotency.ts';
import { BodyReading, type Fields } from '../../../wire/body-reading.ts';
import { DestinationList, DestinationShape, writeDestination } from '../../../wire/notifications/destination.ts';
import { ChangeBody, CreateBody, readCreate } from '../../../wire/notifications/destination-request.ts';
import type { Contact } from '../../../wire/notifications/destination-settings.ts';
import { changeWarnings, createWarnings } from '../../../wire/notifications/destination-warnings.ts';
import { destinationExamples } from '../../../wire/notifications/examples.ts';
import type { CheckUrl } from '../../../wire/notifications/webhook-config.ts';
import { dropNullFields } from '../../../wire/null-fields.ts';
import { type Warning, writeWarnings } from '../../../wire/warning.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { list } from '../../server/envelope.ts';
import { answerOf } from '../../server/error-variants.ts';
import { successOf } from '../../server/success.ts';
import { changedDestination } from './destination-change.ts';
import {
  DAILY_LIMITS,
  destinationAnswers,
  destinationIdOf,
  destinationParams,
  ensureValid,
  findOrFail,
  noDestination,
} from './destination-faults.ts';
import {
  createdThenDeleted,
  idempotencyAnswers,
  idempotencyHeader,
  idempotentRequest,
  keyReused,
  markReplayed,
  replayedHeader,
} from './idempotency-key.ts';

export type DestinationParts = {
  notifications: {
    destinations: Pick<Destinations, 'create' | 'list' | 'find' | 'change' | 'remove' | 'secretsOf'>;
  };
  checkUrl: CheckUrl;
  facts: Pick<MarketFacts, 'seller'>;
  now: () => number;
};

const READ = { right: 'seller-api:notifications:read' } as const;
const WRITE = { right: 'seller-api:notifications:write' } as const;

const aboutTypes = `\`type\` decides which settings count: \`webhookConfig\`, \`emailConfig\`, \`smsConfig\`, \`mobilePushConfig\` or \`pullConfig\`;
settings of another type are ignored, like every unknown key. EMAIL and SMS without an address use the seller's
registered contact; any other address must be confirmed by its owner before events go to it. Its owner gets a message with a link and a
code at once, within the daily limits; \`warnings\` says when a limit is reached.`;

/** Spec 4.4, and decision 29. */
export const destinationRoutes = (parts: DestinationParts) => (scope: FastifyInstance) => {
  const { checkUrl, now } = parts;
  scope.post(
    '/destinations',
    {
      config: { ...WRITE, documentedBody: CreateBody },
      schema: {
        operationId: 'createDestination',
        summary: 'Create a destination',
        description: `Creates a destination. ${aboutTypes} A seller has at most ${MAX_DESTINATIONS}. The signing secret of a webhook is in this answer only.`,
        headers: Type.Object(idempotencyHeader),
        body: Type.Object({}),
        response: {
          200: successOf(DestinationShape, 'The destination.', destinationExamples.created, replayedHeader),
          409: answerOf('Conflict', list, {
            description: `The seller has ${MAX_DESTINATIONS} destinations, or the one that the Idempotency-Key created was deleted.`,
            ...TOO_MANY,
          }),
          ...idempotencyAnswers,
        },
      },
    },
    async (request, reply) => {
      const sellerId = sellerOf(request);
      const body = bodyOf(request, sellerId);
      dropNullFields(CreateBody, body);
      const reading = new BodyReading();
      const rules = { checkUrl, contact: await contactOf(parts, sellerId) };
      const { isConfirmed, ...requested } = readCreate(reading, body, rules, now());
      ensureValid(reading);
      const status = isConfirmed ? 'ACTIVE' : 'PENDING_VERIFICATION';
      const draft = { sellerId, status, isConfirmed, ...requested } as const;
      const created = await parts.notifications.destinations.create(
        draft,
        idempotentRequest(request, 'createDestination'),
      );
      if ('rejected' in created) throw faultOf(created.rejected);
      if (created.repeated) markReplayed(reply);
      const { destination } = created;
      // A repeated request gets the first answer again, never the secret of a later rotation.
      const isShown = destination.type === 'WEBHOOKS' && destination.secretVersion === 1;
      const [secret] = isShown ? parts.notifications.destinations.secretsOf(destination) : [];
      const answer = {
        ...writeDestination(destination, secret),
        ...writeWarnings([...warningsOf(created), ...createWarnings(body)]),
      };
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );

  scope.get(
    '/destinations',
    {
      config: READ,
      schema: {
        operationId: 'getDestinations',
        summary: 'List destinations',
        description: 'All destinations of the caller, in the order in which they were created. Secrets are masked.',
        response: { 200: DestinationList },
      },
    },
    async (request) => {
      const all = await parts.notifications.destinations.list(sellerOf(request));
      return { channels: all.map((one) => writeDestination(one)) };
    },
  );

  scope.get(
    '/destinations/:channelId',
    {
      config: READ,
      schema: {
        operationId: 'getDestination',
        summary: 'Get a destination',
        description: 'One destination of the caller. Secrets are masked.',
        params: destinationParams('WEBHOOKS'),
        response: {
          200: successOf(DestinationShape, 'The destination.', destinationExamples.webhook),
          ...destinationAnswers,
        },
      },
    },
    async (request) =>
      writeDestination(await findOrFail(parts.notifications.destinations, sellerOf(request), destinationIdOf(request))),
  );

  scope.patch(
    '/destinations/:channelId',
    {
      config: { ...WRITE, documentedBody: ChangeBody },
      schema: {
        operationId: 'changeDestination',
        summary: 'Change a destination',
        description:
          'Changes only what the body names: the name, the kinds of events, the settings of its own type key by key, and ' +
          'whether it is ACTIVE or INACTIVE. `headers` is replaced as a whole; a masked value stays as it is. A new ' +
          'e-mail address or phone number must be confirmed again: its owner is asked at once.',
        params: destinationParams('WEBHOOKS'),
        body: Type.Object({}),
        response: {
          200: successOf(DestinationShape, 'The destination.', destinationExamples.changed),
          ...destinationAnswers,
          409: answerOf('Conflict', list, {
            description: 'The owner of the address has not confirmed it.',
            message: 'The destination is PENDING_VERIFICATION.',
            details: 'The owner of its address must confirm it first: a test notification carries the confirmation.',
          }),
        },
      },
    },
    async (request) => {
      const sellerId = sellerOf(request);
      const body = bodyOf(request, sellerId);
      const rules = { checkUrl, contact: await contactOf(parts, sellerId) };
      const changed = await parts.notifications.destinations.change(sellerId, destinationIdOf(request), (destination) =>
        changedDestination(destination, body, rules),
      );
      if (!changed) throw noDestination();
      return {
        ...writeDestination(changed.destination),
        ...writeWarnings([...warningsOf(changed), ...changeWarnings(body)]),
      };
    },
  );

  scope.delete(
    '/destinations/:channelId',
    {
      config: WRITE,
      schema: {
        operationId: 'deleteDestination',
        summary: 'Delete a destination',
        description: 'Deletes a destination with its log. Deliveries in flight may still arrive.',
        params: destinationParams('WEBHOOKS'),
        response: { 204: { type: 'null', description: 'The destination is deleted.' }, ...destinationAnswers },
      },
    },
    async (request, reply) => {
      if (!(await parts.notifications.destinations.remove(sellerOf(request), destinationIdOf(request))))
        throw noDestination();
      return reply.code(204).send();
    },
  );
};

async function contactOf({ facts }: DestinationParts, sellerId: string): Promise<Contact> {
  return (await facts.seller(sellerId)) ?? {};
}

/** A body cannot act for another seller (decision 8). */
function bodyOf(request: FastifyRequest, sellerId: string): Fields {
  const body = request.body as Fields;
  if ((body.channelOwner ?? sellerId) === sellerId) return body;
  throw new Fault('AccessDenied', {
    message: 'A destination belongs to the seller who calls.',
    details: "channelOwner must be the caller's own SellerId, or absent.",
  });
}

/** Decision 27: the destination is created, but a stranger's address gets no more messages today. */
function warningsOf({ isUnasked }: ChangedDestination): Warning[] {
  return isUnasked ? [{ code: 'ConfirmationNotSent', message: NOT_ASKED, details: DAILY_LIMITS }] : [];
}

const NOT_ASKED =
  'The owner of the address was not asked to confirm it: a daily limit is reached. Send a test notification tomorrow, which asks.';

const TOO_MANY = {
  message: `The seller has ${MAX_DESTINATIONS} destinations already.`,
  details: `There can be at most ${MAX_DESTINATIONS}. Delete one that is not needed any more.`,
};

function faultOf(rejection: (CreateRejection | KeyReused)['rejected']): Fault {
  switch (rejection) {
    case 'keyReused':
      return keyReused();
    case 'deleted':
      return createdThenDeleted();
    case 'tooMany':
      return new Fault('Conflict', TOO_MANY);
  }
}
