import type { TObject } from 'typebox';
import { errorShapes } from '../error.ts';
import { Type } from '../type.ts';

/** The answer of a batch whose requests have this answer each. `prefix` makes the names of the shapes unique. */
export const batchAnswerOf = (prefix: string, body: TObject) =>
  Type.Named(`${prefix}BatchAnswer`, 'The answers, in the order of the requests.', {
    responses: Type.Array(
      Type.Named(`${prefix}BatchResponse`, 'The answer to one request.', {
        headers: Type.Record(Type.String(), Type.String(), { description: 'The headers of the single answer.' }),
        status: Type.Named('BatchStatus', 'The status of the single answer.', {
          statusCode: Type.Integer('The status of the single answer.'),
          reasonPhrase: Type.String('The text of the status.'),
        }),
        body: Type.Union([body, errorShapes.list], { description: 'The single answer.' }),
        // An invalid one is returned as it was sent: nothing can be said about its values.
        request: Type.Object(
          {},
          { additionalProperties: true, description: 'The request as the service understood it.' },
        ),
      }),
      'In the order of the requests.',
    ),
  });
