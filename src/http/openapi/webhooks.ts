import { EVENT_KINDS, type EventKind } from '../../domain/notifications/notification.ts';
import { eventExamples } from '../../wire/notifications/events/event-examples.ts';
import { eventShapes } from '../../wire/notifications/events/event-shapes.ts';
import { NO_SECURITY } from './security.ts';

const header = (name: string, description: string, example: string) => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' }, example },
});

/** Standard Webhooks. */
const parameters = [
  header(
    'Webhook-Id',
    'The notification: the same in every attempt, and the `id` of the event.',
    'ntf_019a8541c400aa55bb66cc77dd88ee99ff02',
  ),
  header('Webhook-Timestamp', 'When this attempt was made, in seconds since 1970 UTC.', '1794700800'),
  header(
    'Webhook-Signature',
    'One or more signatures with a space between them, each `v1,` and base64: HMAC SHA-256 with the signing secret of the destination over Webhook-Id, Webhook-Timestamp and body, with dots between them.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  {
    ...header(
      'traceparent',
      'The trace that caused the event (W3C Trace Context), if there is one: your own spans can join it. Not part of the signature.',
      '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    ),
    required: false,
  },
];

const responses = {
  '2XX': { description: 'Received. The service waits 15 seconds for it.' },
  410: { description: 'The receiver is gone for good: the destination becomes SUSPENDED.' },
  '4XX': {
    description: 'Any other answer is a failure: the event is sent again later, after Retry-After if there is one.',
  },
};

/** What a receiver gets of each kind, and what it answers. */
export const webhooks = Object.fromEntries(
  EVENT_KINDS.map((kind) => [
    kind,
    {
      post: {
        operationId: operationOf(kind),
        tags: ['Events'],
        summary: kind,
        description: (eventShapes[kind] as { description?: string }).description,
        parameters,
        requestBody: {
          required: true,
          description: 'A CloudEvents 1.0 event in JSON (HTTP structured mode).',
          content: {
            'application/cloudevents+json': {
              schema: eventShapes[kind],
              examples: { [kind]: { value: eventExamples[kind] } },
            },
          },
        },
        responses,
        security: NO_SECURITY,
      },
    },
  ]),
);

/** `BUY_BOX_CHANGED` -> `onBuyBoxChanged`. */
function operationOf(kind: EventKind): string {
  const words = kind.toLowerCase().split('_');
  return `on${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}
