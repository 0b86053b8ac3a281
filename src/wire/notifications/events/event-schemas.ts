import { Type } from '../../type.ts';
import { EventKindText } from './seller-event-shape.ts';

export const EventSchemaList = Type.Object(
  {
    schemas: Type.Array(
      Type.Object(
        {
          eventType: EventKindText,
          description: Type.String({ description: 'What it tells, and whom.' }),
          schema: Type.String({ description: 'The address of its JSON Schema.' }),
        },
        { title: 'ListedEventSchema', description: 'A kind of events and where its schema is.' },
      ),
      { description: 'One for each kind.' },
    ),
  },
  { title: 'EventSchemas', description: 'The schemas of all kinds of events.' },
);

/** Its members are those of JSON Schema, which the document need not repeat. */
export const EventSchemaShape = Type.Object(
  {},
  { title: 'EventSchema', additionalProperties: true, description: 'A JSON Schema that needs no other document.' },
);
