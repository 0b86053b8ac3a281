import { Type } from '../../type.ts';
import { EventKindText } from './seller-event-shape.ts';

export const EventSchemaList = Type.Named('EventSchemas', 'The schemas of all kinds of events.', {
  schemas: Type.Array(
    Type.Named('ListedEventSchema', 'A kind of events and where its schema is.', {
      eventType: EventKindText,
      description: Type.String('What it tells, and whom.'),
      schema: Type.String('The address of its JSON Schema.'),
    }),
    'One for each kind.',
  ),
});

/** Its members are those of JSON Schema, which the document need not repeat. */
export const EventSchemaShape = Type.Object(
  {},
  { title: 'EventSchema', additionalProperties: true, description: 'A JSON Schema that needs no other document.' },
);
