import { STATUS_CODES } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Type } from '../../../wire/type.ts';
import { headersOf, httpStatusOf, list } from '../../answers/envelope.ts';
import { loggedFault } from '../../answers/failure.ts';

/** A batch as a whole. Each element is checked on its own (decision 25). `each` is what an element has. */
export const batchOf = (max: number, each: string) =>
  Type.Object({
    requests: Type.Array(Type.Object({}), {
      minItems: 1,
      maxItems: max,
      description: `A list of 1 to ${max} requests, each with ${each}.`,
    }),
  });

/** One element of the `responses` of a batch, as JSON text. `body` is JSON text, `understood` the request as it was read. */
export function batchResponse(statusCode: number, headers: object, body: string, understood: object): string {
  const status = { statusCode, reasonPhrase: STATUS_CODES[statusCode] };
  return `{"headers":${JSON.stringify(headers)},"status":${JSON.stringify(status)},"body":${body},"request":${JSON.stringify(understood)}}`;
}

/** The same for a request of the batch that failed: with the status, the headers and the body that it alone would get. */
export function failedResponse(request: FastifyRequest, error: unknown, understood: object): string {
  const fault = loggedFault(error, request);
  const body = JSON.stringify(list.write(fault));
  return batchResponse(httpStatusOf[fault.code], { ...batchHeaders(request), ...headersOf(fault) }, body, understood);
}

/** The headers of every element. */
export const batchHeaders = (request: FastifyRequest) => ({ 'x-request-id': request.id });
