import type { TObject } from 'typebox';
import { errorShapes } from '../error.ts';
import { Type } from '../type.ts';

/** The answer of a batch whose requests have this answer each. `prefix` makes the names of the shapes unique. */
export const batchAnswerOf = (prefix: string, body: TObject) =>
  Type.Object(
    {
      responses: Type.Array(
        Type.Object(
          {
            headers: Type.Record(Type.String(), Type.String(), { description: 'The headers of the single answer.' }),
            status: Type.Object(
              {
                statusCode: Type.Integer({ description: 'The status of the single answer.' }),
                reasonPhrase: Type.String({ description: 'The text of the status.' }),
              },
              { title: 'BatchStatus', description: 'The status of the single answer.' },
            ),
            body: Type.Union([body, errorShapes.list], { description: 'The single answer.' }),
            // An invalid one is returned as it was sent: nothing can be said about its values.
            request: Type.Object(
              {},
              { additionalProperties: true, description: 'The request as the service understood it.' },
            ),
          },
          { title: `${prefix}BatchResponse`, description: 'The answer to one request.' },
        ),
        { description: 'In the order of the requests.' },
      ),
    },
    {
      title: `${prefix}BatchAnswer`,
      description: 'The answers, in the order of the requests.',
    },
  );
