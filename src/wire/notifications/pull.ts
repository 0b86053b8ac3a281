import { type Static, Type } from 'typebox';
import type { Delivery } from '../../domain/notifications/delivery.ts';
import { EventShape, eventExample } from './delivery.ts';

const HANDLE = 'dlv_019a8541c400aa55bb66cc77dd88ee99ff01.0f3fWmWqLr9a1l8N2c5ZxA';

const seconds = { minimum: 1, maximum: 43_200 };

export const ReceiveBody = Type.Object(
  {
    maxMessages: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'How many at most.' }),
    ),
    waitSeconds: Type.Optional(
      Type.Integer({
        ...{ minimum: 0, maximum: 20, default: 0 },
        description: 'How long to wait for the first one when there is none.',
      }),
    ),
    visibilityTimeoutSeconds: Type.Optional(
      Type.Integer({
        ...seconds,
        description: "How long nobody else gets them; the destination's setting when absent.",
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
          receiptHandle: Type.String({ description: 'Proves that it was received; good until it is received again.' }),
          deliveryId: Type.String({ description: 'The delivery.' }),
          notificationId: Type.String({ description: 'The `id` of the event.' }),
          receiveCount: Type.Integer({ description: 'How often it was received, this time included.' }),
          event: EventShape,
        },
        { title: 'Message', description: 'A notification in the hands of its receiver.' },
      ),
      { description: 'The oldest first; empty when there is none.' },
    ),
  },
  {
    title: 'ReceivedMessages',
    description: 'What was received.',
    examples: [
      {
        messages: [
          {
            receiptHandle: HANDLE,
            deliveryId: 'dlv_019a8541c400aa55bb66cc77dd88ee99ff01',
            notificationId: eventExample.id,
            receiveCount: 1,
            event: eventExample,
          },
        ],
      },
    ],
  },
);

/** Anything that looks like a handle may be sent; one that does not count is STALE. */
const receiptHandles = Type.Array(
  Type.String({ minLength: 1, maxLength: 256, pattern: '^[A-Za-z0-9._-]+$', description: 'A receiptHandle.' }),
  { minItems: 1, maxItems: 100, description: 'Handles from receive.', examples: [[HANDLE]] },
);

export const HandlesBody = Type.Object(
  { receiptHandles },
  { title: 'ReceiptHandles', description: 'Which messages.', examples: [{ receiptHandles: [HANDLE] }] },
);

export const ExtendBody = Type.Object(
  {
    receiptHandles,
    visibilityTimeoutSeconds: Type.Integer({ ...seconds, description: 'How long from now nobody else gets them.' }),
  },
  {
    title: 'ExtendMessages',
    description: 'Which messages, and for how long.',
    examples: [{ receiptHandles: [HANDLE], visibilityTimeoutSeconds: 60 }],
  },
);

/** What came of each handle: the operation's own word, or STALE. */
export const handleResults = (title: string, word: string) =>
  Type.Object(
    {
      results: Type.Array(
        Type.Object({
          receiptHandle: Type.String({ description: 'The handle.' }),
          status: Type.String({
            description: `${word}, or STALE: the handle does not count any more, because its time was up and the message was received again, or it is settled.`,
          }),
        }),
        { description: 'In the order of the handles.' },
      ),
    },
    {
      title,
      description: 'What came of each handle.',
      examples: [{ results: [{ receiptHandle: HANDLE, status: word }] }],
    },
  );

type Message = Static<typeof ReceiveAnswer>['messages'][number];

export function writeMessage({ delivery, receiptHandle }: { delivery: Delivery; receiptHandle: string }): Message {
  const { deliveryId, notificationId, attempts, body } = delivery;
  return { receiptHandle, deliveryId, notificationId, receiveCount: attempts, event: JSON.parse(body) };
}

export function writeResults(handles: readonly string[], counted: readonly boolean[], word: string) {
  return { results: handles.map((receiptHandle, at) => ({ receiptHandle, status: counted[at] ? word : 'STALE' })) };
}
