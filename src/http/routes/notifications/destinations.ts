import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import type { KeyReused } from '../../../domain/idempotent-request.ts';
import { type DestinationAccess, hidesContact } from '../../../domain/notifications/access.ts';
import { MAX_DESTINATIONS } from '../../../domain/notifications/destination.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { ChangedDestination, CreateRejection } from '../../../notifications/destinations/destinations.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { BodyReading, type Fields } from '../../../wire/body-reading.ts';
import { DestinationList, DestinationShape, writeDestination } from '../../../wire/notifications/destination.ts';
import { ChangeBody, CreateBody, readCreate } from '../../../wire/notifications/destination-request.ts';
import type { SettingsRules } from '../../../wire/notifications/destination-settings.ts';
import { changeWarnings, createWarnings } from '../../../wire/notifications/destination-warnings.ts';
import { destinationExamples } from '../../../wire/notifications/examples.ts';
import { dropNullFields } from '../../../wire/null-fields.ts';
import { Type } from '../../../wire/type.ts';
import { type Warning, writeWarnings } from '../../../wire/warning.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { warnOfFields } from '../../requests/warning-header.ts';
import {
  idempotencyAnswers,
  idempotencyHeader,
  idempotentRequest,
  keyReused,
  markReplayed,
  replayedHeader,
} from '../idempotency-header.ts';
import type { AccessOf } from './caller-access.ts';
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
import { createdThenDeleted } from './idempotency-key.ts';
import { consentOf, consentToChange, type WebhookReceivers } from './receiver-consent.ts';

const READ = { right: 'seller-api:notifications:read' } as const;
const WRITE = { right: 'seller-api:notifications:write' } as const;

const aboutTypes = `\`type\` decides which settings count: \`webhookConfig\`, \`emailConfig\`, \`smsConfig\`, \`mobilePushConfig\` or \`pullConfig\`;
settings of another type are ignored, like every unknown key. EMAIL and SMS without an address use the seller's
registered contact; any other address must be confirmed by its owner before events go to it. Its owner gets a message with a link and a
code at once, within the daily limits; \`warnings\` says when a limit is reached.`;

/** Spec 4.4, and decision 29. */
export const destinationRoutes =
  (notifications: Notifications, facts: MarketFacts, receivers: WebhookReceivers, accessOf: AccessOf) =>
  (scope: FastifyInstance) => {
    scope.post('/destinations', {
      config: { ...WRITE, documentedBody: CreateBody },
      schema: {
        operationId: 'createDestination',
        summary: 'Create a destination',
        description: `Creates a destination. ${aboutTypes} The receiver of a webhook is asked first whether it wants it (\`OPTIONS\` with \`WebHook-Request-Origin\`, as in CloudEvents): one that agrees is \`verified\`, one that denies is 400, one that does not know the question changes nothing. A seller has at most ${MAX_DESTINATIONS.seller}, and each application that acts for the seller ${MAX_DESTINATIONS.application}. A destination belongs to the application that creates it: other applications that act for the seller do not see it, the seller's own do. The signing secret of a webhook is in this answer only.`,
        headers: Type.Object(idempotencyHeader),
        body: Type.Object({}),
        response: {
          200: successOf(DestinationShape, 'The destination.', destinationExamples.created, replayedHeader),
          409: answerOf('Conflict', list, {
            description: `The seller has ${MAX_DESTINATIONS.seller} destinations or the application ${MAX_DESTINATIONS.application}, or the one that the Idempotency-Key created was deleted.`,
            ...tooMany(MAX_DESTINATIONS.seller),
          }),
          ...idempotencyAnswers,
        },
      },
      handler: async (request, reply) => {
        const access = accessOf(request);
        const { sellerId } = access;
        const body = bodyOf(request, sellerId);
        dropNullFields(CreateBody, body);
        const reading = new BodyReading();
        const rules = await rulesOf(access);
        const { isConfirmed, ...requested } = readCreate(reading, body, rules, Date.now());
        ensureValid(reading);
        const status = isConfirmed ? 'ACTIVE' : 'PENDING_VERIFICATION';
        const consent = await consentOf(requested.settings, receivers);
        const createdBy = request.caller?.clientId;
        const draft = { ...access, createdBy, status, isConfirmed, consent, ...requested } as const;
        const created = await notifications.destinations.create(draft, idempotentRequest(request, 'createDestination'));
        if ('rejected' in created) throw faultOf(created.rejected, access);
        if (created.repeated) markReplayed(reply);
        const { destination } = created;
        // A repeated request gets the first answer again, never the secret of a later rotation.
        const isShown = destination.type === 'WEBHOOKS' && destination.secretVersion === 1;
        const [secret] = isShown ? notifications.destinations.secretsOf(destination) : [];
        const answer = {
          ...writeDestination(destination, { access, secret }),
          ...writeWarnings([...warningsOf(created), ...createWarnings(body, (keys) => warnOfFields(reply, keys))]),
        };
        return reply.header('cache-control', 'no-store').send(answer);
      },
    });

    scope.get('/destinations', {
      config: READ,
      schema: {
        operationId: 'getDestinations',
        summary: 'List destinations',
        description:
          'All destinations of the caller, in the order in which they were created. Secrets are masked. The applications of the ' +
          'seller itself get all destinations of the seller, an application that the seller authorized only its own.',
        response: { 200: DestinationList },
      },
      handler: async (request) => {
        const access = accessOf(request);
        const all = await notifications.destinations.list(access);
        return { channels: all.map((one) => writeDestination(one, { access })) };
      },
    });

    scope.get('/destinations/:channelId', {
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
      handler: async (request) => {
        const access = accessOf(request);
        const found = await findOrFail(notifications.destinations, access, destinationIdOf(request));
        return writeDestination(found, { access });
      },
    });

    scope.patch('/destinations/:channelId', {
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
      handler: async (request, reply) => {
        const access = accessOf(request);
        const body = bodyOf(request, access.sellerId);
        const rules = await rulesOf(access);
        const destinationId = destinationIdOf(request);
        const current = await notifications.destinations.find(access, destinationId);
        const consent = await consentToChange(current?.settings, body, receivers);
        const changed = await notifications.destinations.change(access, destinationId, (destination) =>
          changedDestination(destination, body, rules, { access, consent }),
        );
        if (!changed) throw noDestination();
        return {
          ...writeDestination(changed.destination, { access }),
          ...writeWarnings([...warningsOf(changed), ...changeWarnings(body, (keys) => warnOfFields(reply, keys))]),
        };
      },
    });

    const rulesOf = async (access: DestinationAccess): Promise<SettingsRules> => ({
      checkUrl: receivers.checkUrl,
      contact: (await facts.seller(access.sellerId)) ?? {},
      hidesContact: hidesContact(access),
    });

    scope.delete('/destinations/:channelId', {
      config: WRITE,
      schema: {
        operationId: 'deleteDestination',
        summary: 'Delete a destination',
        description: 'Deletes a destination with its log. Deliveries in flight may still arrive.',
        // No other example uses this type: the others still work after this one was tried.
        params: destinationParams('MOBILE_PUSH'),
        response: { 204: { type: 'null', description: 'The destination is deleted.' }, ...destinationAnswers },
      },
      handler: async (request, reply) => {
        if (!(await notifications.destinations.remove(accessOf(request), destinationIdOf(request))))
          throw noDestination();
        return reply.code(204).send();
      },
    });
  };

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

const tooMany = (max: number) => ({
  message: `The seller has ${max} destinations already.`,
  details: `There can be at most ${max}. Delete one that is not needed any more.`,
});

/** Does not tell which limit is reached: how many destinations other applications have is not for this one. */
const TOO_MANY_OF_APPLICATIONS = {
  message: 'The application cannot create more destinations for this seller.',
  details: `An application can have at most ${MAX_DESTINATIONS.application}, and all applications of one seller together ${MAX_DESTINATIONS.allApplications}. Delete one that is not needed any more.`,
};

function faultOf(rejection: (CreateRejection | KeyReused)['rejected'], { application }: DestinationAccess): Fault {
  switch (rejection) {
    case 'keyReused':
      return keyReused();
    case 'deleted':
      return createdThenDeleted();
    case 'tooMany':
      return new Fault(
        'Conflict',
        application === undefined ? tooMany(MAX_DESTINATIONS.seller) : TOO_MANY_OF_APPLICATIONS,
      );
  }
}
