import type { Static } from 'typebox';
import type { Delivery } from '../../domain/notifications/delivery.ts';
import { DEMO_MESSAGE } from '../../domain/notifications/demo-ids.ts';
import { closedSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { SellerEvent } from './events/seller-event-shape.ts';
import { eventExample, HANDLE_EXAMPLE } from './examples.ts';

const seconds = { minimum: 1, maximum: 43_200 };

export const ReceiveBody = Type.Object(
  {
    maxMessages: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'The maximum number of messages.' }),
    ),
    waitSeconds: Type.Optional(
      Type.Integer({
        ...{ minimum: 0, maximum: 20, default: 0 },
        description: 'How long to wait for the first message.',
      }),
    ),
    visibilityTimeoutSeconds: Type.Optional(
      Type.Integer({
        ...seconds,
        description: "How long the messages are hidden from other receivers; the destination's setting when absent.",
      }),
    ),
  },
  { title: 'ReceiveMessages', description: 'All are optional.', examples: [{ maxMessages: 10, waitSeconds: 20 }] },
);

export const ReceiveAnswer = Type.Object(
  {
    messages: Type.Array(
      Type.Object(
        {
          receiptHandle: Type.String({
            description: 'Identifies this receipt; valid until the message is received again.',
          }),
          deliveryId: Type.String({ description: 'The delivery.' }),
          notificationId: Type.String({ description: 'The `id` of the event.' }),
          receiveCount: Type.Integer({ description: 'How often it was received, this time included.' }),
          event: SellerEvent,
        },
        { title: 'Message', description: 'A notification that was received and not yet acknowledged.' },
      ),
      { description: 'The oldest first; may be empty.' },
    ),
  },
  {
    title: 'ReceivedMessages',
    description: 'What was received.',
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

export const HandlesBody = Type.Object(
  { receiptHandles },
  { title: 'ReceiptHandles', description: 'Which messages.', examples: [{ receiptHandles: [HANDLE_EXAMPLE] }] },
);

export const ExtendBody = Type.Object(
  {
    receiptHandles,
    visibilityTimeoutSeconds: Type.Integer({
      ...seconds,
      description: 'How long from now the messages are hidden from other receivers.',
    }),
  },
  {
    title: 'ExtendMessages',
    description: 'Which messages, and for how long.',
    examples: [{ receiptHandles: [HANDLE_EXAMPLE], visibilityTimeoutSeconds: 60 }],
  },
);

/** The result for each handle: the operation's own status, or STALE. */
export const handleResults = (title: string, element: string, status: string) =>
  Type.Object(
    {
      results: Type.Array(
        Type.Object(
          {
            receiptHandle: Type.String({ description: 'The handle.' }),
            status: closedSet([status, 'STALE'], {
              description: `${status}, or STALE: the handle is no longer valid. The message was received again after its visibility timeout, or it is settled.`,
            }),
          },
          { title: element, description: 'The result for one handle.' },
        ),
        { description: 'In the order of the handles.' },
      ),
    },
    {
      title,
      description: 'The result for each handle.',
      examples: [status, 'STALE'].map((one) => ({ results: [{ receiptHandle: HANDLE_EXAMPLE, status: one }] })),
    },
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
