import { DEMO_DESTINATIONS } from '../../domain/notifications/demo-ids.ts';
import { CHANNEL_TYPES, DEFAULT_WINDOW_SECONDS } from '../../domain/notifications/destination.ts';
import type { KindChoice } from '../../domain/notifications/kind-choice.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import { SUBSCRIBED_KINDS, type Subscription, subscriptionIdOf } from '../../domain/notifications/subscription.ts';
import { readWord } from '../../domain/vocabulary.ts';
import { type BodyReading, type Fields, isFields, readableText } from '../body-reading.ts';
import { Type } from '../type.ts';
import { unknownKeyWarnings } from '../unknown-key-warnings.ts';
import { type Warning, WarningsShape } from '../warning.ts';
import { choiceShapes, readWindowSeconds } from './destination-choices.ts';
import { FILTER_KEYS, FilterShape, readFilter } from './event-filter.ts';
import { EventKindText } from './events/seller-event-shape.ts';

/** The version of every event (decision 42). */
const PAYLOAD_VERSION = '1.0';

const directive = { eventFilter: Type.Optional(FilterShape), windowSeconds: choiceShapes.windowSeconds };

export const kindExample = 'PRICING_HEALTH';

/** Documents the body; `readSubscription` checks it. */
export const SubscriptionBody = Type.Object(
  {
    destinationId: Type.String('The channelId of the destination.'),
    payloadVersion: Type.Optional.String(`The version of the events: ${PAYLOAD_VERSION}, the only one.`),
    processingDirective: Type.Optional.Object(directive, {
      additionalProperties: true,
      description:
        'What counts for this kind. Without `eventFilter` or `windowSeconds` the filter or the window of the destination counts; an `eventFilter` of {} lets everything pass.',
    }),
  },
  {
    title: 'CreateSubscription',
    additionalProperties: true,
    description:
      'Unknown keys are ignored, but not in `eventFilter`; one that is nearly a known key is named in the warnings of the answer.',
    examples: [
      {
        payloadVersion: PAYLOAD_VERSION,
        destinationId: DEMO_DESTINATIONS.EMAIL,
        processingDirective: { eventFilter: { marketplaceIds: ['STORE_US'] }, windowSeconds: 300 },
      },
    ],
  },
);

export const SubscriptionShape = Type.Named('Subscription', 'One kind of events for one destination.', {
  subscriptionId: Type.String(
    'Its identifier: made of the destination and the kind, so that it is the same when it is made again.',
  ),
  notificationType: EventKindText,
  payloadVersion: Type.String('The version of the events.'),
  destinationId: Type.String('The channelId of the destination.'),
  processingDirective: Type.Object(directive, {
    description: 'The filter and the window that count for this kind: its own, or those of the destination.',
  }),
  warnings: WarningsShape,
});

export const subscriptionExample = {
  subscriptionId: `${DEMO_DESTINATIONS.WEBHOOKS}.${kindExample}`,
  notificationType: kindExample,
  payloadVersion: PAYLOAD_VERSION,
  destinationId: DEMO_DESTINATIONS.WEBHOOKS,
  processingDirective: { windowSeconds: 0 },
};

/** No other example changes its destination afterwards. */
export const createdExample = {
  ...subscriptionExample,
  subscriptionId: `${DEMO_DESTINATIONS.EMAIL}.${kindExample}`,
  destinationId: DEMO_DESTINATIONS.EMAIL,
  processingDirective: { eventFilter: { marketplaceIds: ['STORE_US'] }, windowSeconds: 300 },
};

/** No other example reads its destination afterwards. */
export const deletedExample = {
  kind: 'REPORT_READY',
  subscriptionId: `${DEMO_DESTINATIONS.PULL}.REPORT_READY`,
} as const;

const listed = (type: 'EMAIL' | 'WEBHOOKS' | 'SMS' | 'PULL' | 'MOBILE_PUSH') => ({
  ...subscriptionExample,
  subscriptionId: `${DEMO_DESTINATIONS[type]}.${kindExample}`,
  destinationId: DEMO_DESTINATIONS[type],
  processingDirective: { windowSeconds: type === 'WEBHOOKS' ? 0 : DEFAULT_WINDOW_SECONDS },
});

export const SubscriptionList = Type.Named(
  'Subscriptions',
  "The caller's subscriptions to one kind.",
  { subscriptions: Type.Array(SubscriptionShape, 'In the order in which their destinations were created.') },
  { examples: [{ subscriptions: CHANNEL_TYPES.map(listed) }] },
);

/** Empty, unless the destination had the default kinds. */
export const SubscriptionDeleted = Type.Named(
  'SubscriptionDeleted',
  'An empty object, unless there are warnings.',
  { warnings: WarningsShape },
  { additionalProperties: false },
);

export const subscriptionWarnings = unknownKeyWarnings(SubscriptionBody, Object.keys(SubscriptionShape.properties));

/** The kind that a path names. Undefined: it is none, and the reading says which there are (decision 58). */
export function readSubscribedKind(r: BodyReading, text: string): EventKind | undefined {
  if (readWord([...CHANNEL_TYPES, 'WEBHOOK'], text) === undefined)
    return r.word(text, 'notificationType', SUBSCRIBED_KINDS);
  return r.wrong(
    'notificationType',
    `must be one of ${SUBSCRIBED_KINDS.join(', ')}, not a type of destinations: only POST .../testNotification takes those`,
  );
}

/** Undefined only when the reading found a problem. */
export function readSubscription(
  r: BodyReading,
  body: Fields,
): { destinationId: string; choice: KindChoice } | undefined {
  const { destinationId: given, payloadVersion = PAYLOAD_VERSION } = body;
  if (payloadVersion !== PAYLOAD_VERSION) r.wrong('payloadVersion', `must be "${PAYLOAD_VERSION}", the only version`);
  if (given === undefined) r.missing('destinationId', 'GET /notifications/v4/destinations lists the destinations.');
  const destinationId = given === undefined ? undefined : r.text(given, 'destinationId', readableText(1, 256));
  const fields = r.object(body.processingDirective ?? {}, 'processingDirective') ?? {};
  const name = 'processingDirective';
  const filter = readOwnFilter(r, fields.eventFilter ?? undefined, `${name}.eventFilter`);
  const seconds = fields.windowSeconds ?? undefined;
  const windowSeconds = seconds === undefined ? undefined : readWindowSeconds(r, seconds, `${name}.windowSeconds`);
  const choice = { ...(filter && { filter }), ...(windowSeconds !== undefined && { windowSeconds }) };
  return destinationId === undefined ? undefined : { destinationId, choice };
}

function readOwnFilter(r: BodyReading, value: unknown, name: string): KindChoice['filter'] {
  if (value === undefined) return undefined;
  if (!isFields(value)) return void r.object(value, name);
  // null for an optional field counts as absent (decision 35).
  const given = Object.entries(value).filter(([key, one]) => one !== null || !FILTER_KEYS.includes(key));
  return readFilter(r, Object.fromEntries(given), name) ?? {};
}

export function writeSubscription(subscription: Subscription): object {
  const { destinationId, kind, filter, windowSeconds } = subscription;
  return {
    subscriptionId: subscriptionIdOf(subscription),
    notificationType: kind,
    payloadVersion: PAYLOAD_VERSION,
    destinationId,
    processingDirective: { ...(filter ? { eventFilter: filter } : {}), windowSeconds },
  };
}

/** Decision 58: events of kinds that come later will not be sent there by themselves. */
export const kindsFixed = (): Warning => ({
  code: 'EventTypesFixed',
  message: 'The destination had the default kinds, and has a list of its own now.',
  details:
    'Kinds that come later need a subscription. PATCH the destination with eventTypes null to have the default kinds again.',
});
