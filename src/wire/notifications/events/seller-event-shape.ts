import { EVENT_KINDS } from '../../../domain/notifications/notification.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { sequenceAttributes } from './event-shape.ts';
import { eventShapes } from './event-shapes.ts';

export const EventKindText = openSet(EVENT_KINDS, {
  title: 'EventKind',
  description: `The kind of the event: ${EVENT_KINDS.join(', ')}; an open set.`,
});

/** A kind that comes later (decision 45): what receivers ignore. `not` keeps the shapes of the known kinds binding. */
const OtherEvent = Type.Object(
  {
    specversion: Type.Literal('1.0', 'The version of CloudEvents.'),
    id: Type.String('The notification id, the same in every delivery. Use it to drop duplicates.'),
    source: Type.String('The service that sent it.'),
    type: Type.String({
      title: 'OtherEventKind',
      description: 'A kind of event that this document does not have yet.',
      not: { enum: [...EVENT_KINDS] },
    }),
    subject: Type.Optional.String('The item, when the event is about one.'),
    time: Type.Time('When it happened.'),
    datacontenttype: Type.Literal('application/json', 'The media type of data.'),
    ...sequenceAttributes,
    sequence: Type.Optional(sequenceAttributes.sequence),
    data: Type.Object({}, { additionalProperties: true, description: 'What happened.' }),
  },
  {
    title: 'OtherEvent',
    additionalProperties: true,
    description: 'An event of a kind that this document does not have yet. Ignore it.',
  },
);

/** Decision 30. */
export const SellerEvent = Type.Union([...Object.values(eventShapes), OtherEvent], {
  title: 'SellerEvent',
  description: 'A CloudEvents 1.0 event, the content of every notification: `type` says which kind it is.',
});
