import type { Static } from 'typebox';
import type { Delivery } from '../../domain/notifications/delivery.ts';
import { DEMO_MESSAGE } from '../../domain/notifications/demo-ids.ts';
import { closedSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { SellerEvent } from './events/seller-event-shape.ts';
import { eventExample, HANDLE_EXAMPLE } from './examples.ts';

const seconds = { minimum: 1, maximum: 43_200 };

export const ReceiveBody = Type.Named(
  'ReceiveMessages',
  'All are optional.',
  {
    maxMessages: Type.Optional.Integer({
      minimum: 1,
      maximum: 100,
      default: 10,
      description: 'The maximum number of messages.',
    }),
    waitSeconds: Type.Optional.Integer({
      ...{ minimum: 0, maximum: 20, default: 0 },
      description: 'How long to wait for the first message.',
    }),
    visibilityTimeoutSeconds: Type.Optional.Integer({
      ...seconds,
      description: "How long the messages are hidden from other receivers; the destination's setting when absent.",
    }),
  },
  { examples: [{ maxMessages: 10, waitSeconds: 20 }] },
);

export const ReceiveAnswer = Type.Named(
  'ReceivedMessages',
  'What was received.',
  {
    messages: Type.Array(
      Type.Named('Message', 'A notification that was received and not yet acknowledged.', {
        receiptHandle: Type.String('Identifies this receipt; valid until the message is received again.'),
        deliveryId: Type.String('The delivery.'),
        notificationId: Type.String('The `id` of the event.'),
        receiveCount: Type.Integer('How often it was received, this time included.'),
        event: SellerEvent,
      }),
      'The oldest first; may be empty.',
    ),
  },
  {
    examples: [
      {
        messages: [
          {
            receiptHandle: HANDLE_EXAMPLE,
            ...DEMO_MESSAGE,
            receiveCount: 1,
            event: eventExample,
          },
        ],
      },
    ],
  },
);

/** Anything with the format of a handle is accepted; an invalid handle is answered as STALE. */
const receiptHandles = Type.Array(
  Type.String({ minLength: 1, maxLength: 256, pattern: '^[A-Za-z0-9._-]+$', description: 'A receiptHandle.' }),
  { minItems: 1, maxItems: 100, description: 'Handles from receive.', examples: [[HANDLE_EXAMPLE]] },
);

export const HandlesBody = Type.Named(
  'ReceiptHandles',
  'Which messages.',
  { receiptHandles },
  { examples: [{ receiptHandles: [HANDLE_EXAMPLE] }] },
);

export const ExtendBody = Type.Named(
  'ExtendMessages',
  'Which messages, and for how long.',
  {
    receiptHandles,
    visibilityTimeoutSeconds: Type.Integer({
      ...seconds,
      description: 'How long from now the messages are hidden from other receivers.',
    }),
  },
  { examples: [{ receiptHandles: [HANDLE_EXAMPLE], visibilityTimeoutSeconds: 60 }] },
);

/** The result for each handle: the operation's own status, or STALE. */
export const handleResults = (title: string, element: string, status: string) =>
  Type.Named(
    title,
    'The result for each handle.',
    {
      results: Type.Array(
        Type.Named(element, 'The result for one handle.', {
          receiptHandle: Type.String('The handle.'),
          status: closedSet(
            [status, 'STALE'],
            `${status}, or STALE: the handle is no longer valid. The message was received again after its visibility timeout, or it is settled.`,
          ),
        }),
        'In the order of the handles.',
      ),
    },
    { examples: [status, 'STALE'].map((one) => ({ results: [{ receiptHandle: HANDLE_EXAMPLE, status: one }] })) },
  );

/** The event is text that was stored. */
type Message = Omit<Static<typeof ReceiveAnswer>['messages'][number], 'event'> & { event: unknown };

export function writeMessage({ delivery, receiptHandle }: { delivery: Delivery; receiptHandle: string }): Message {
  const { deliveryId, notificationId, attempts, body } = delivery;
  return { receiptHandle, deliveryId, notificationId, receiveCount: attempts, event: JSON.parse(body) };
}

export function writeResults(handles: readonly string[], valid: readonly boolean[], status: string) {
  return { results: handles.map((receiptHandle, n) => ({ receiptHandle, status: valid[n] ? status : 'STALE' })) };
}
