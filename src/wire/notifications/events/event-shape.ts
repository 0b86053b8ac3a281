import type { TProperties } from 'typebox';
import type { EventKind } from '../../../domain/notifications/notification.ts';
import { Type } from '../../type.ts';

const sequence = (description: string) => Type.String({ pattern: '^[1-9][0-9]*$', description, examples: ['42'] });

/** The extension attributes of decision 42. CloudEvents integers have 32 bits, so these are text. */
export const sequenceAttributes = {
  sequence: sequence('The number of the event: per seller, rising by 1, without gaps. An integer as text.'),
  previoussequence: Type.Optional(
    sequence(
      'The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.',
    ),
  ),
  supersedes: Type.Optional.String(
    'The sequences that this event replaces at this destination, with commas between them. Count them as received.',
  ),
};

type About = {
  /** The name of the shape in the OpenAPI document. */
  title: string;
  description: string;
  /** `subject`, of an event about an item. */
  isAboutItem: boolean;
  /** Tests and confirmations belong to one destination and have no place in the sequence of the seller. */
  isNumbered: boolean;
  /** The members of `data` beside `payloadVersion` and `sellerId`. */
  data: TProperties;
};

/** The shape of the whole CloudEvent of a kind. It is open: members may be added (decision 45). */
export function eventShape(kind: EventKind, about: About) {
  const { title, description, isAboutItem, isNumbered, data } = about;
  return Type.Named(title, description, {
    specversion: Type.Literal('1.0', 'The version of CloudEvents.'),
    id: Type.String('The notification id, the same in every delivery. Use it to drop duplicates.'),
    source: Type.String('The service that sent it.'),
    type: Type.Literal(kind, 'The kind of the event.'),
    ...(isAboutItem ? { subject: Type.String('The item.') } : {}),
    time: Type.Time('When it happened.'),
    datacontenttype: Type.Literal('application/json', 'The media type of data.'),
    ...(isNumbered ? sequenceAttributes : {}),
    data: Type.Named(title.replace(/Event$/, 'Data'), 'What happened.', {
      payloadVersion: Type.String('The version of data: 1.0.'),
      sellerId: Type.String('The seller that is told.'),
      ...data,
    }),
  });
}

/** The members of `data` that every event about an item has. */
export const eventItemFields = {
  marketplaceId: Type.String('The marketplace.'),
  revision: Type.Integer({
    minimum: 1,
    description: 'Rises with every change of the item. Of two events about one item, the greater one is the newer.',
  }),
  storeItemId: Type.String('The item.'),
};

/** Who caused the event. */
export const causeFields = {
  requestId: Type.Optional.String("The id of the operator's request that changed the market, when it was one request."),
  Own: Type.Boolean("Whether a record that changed is the receiver's own."),
};
