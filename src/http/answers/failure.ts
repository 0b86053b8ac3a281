import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { unsupportedMediaType } from '../requests/json-body.ts';
import { type Envelope, headersOf, httpStatusOf } from './envelope.ts';
import { canSendFailure, cleanHead, closeConnection } from './unwritable-answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was refused, or failed (`Fault.reason`). */
    refusal: string | undefined;
  }
}

/** Sends any error in a group's envelope. Closes the connection when another answer has begun. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, envelope: Envelope): void {
  if (!canSendFailure(reply)) {
    closeConnection(error, request, reply);
    return;
  }
  const fault = loggedFault(error, request);
  reply.code(httpStatusOf[fault.code]).headers(headersOf(fault)).type('application/json; charset=utf-8');
  cleanHead(request, reply);
  void reply.send(JSON.stringify(envelope.write(fault)));
}

/** The fault to answer any error with; the request has its reason from then on. An error that is no `Fault` is our own: logged whole, answered with a bare 500. */
export function loggedFault(error: unknown, request: FastifyRequest): Fault {
  const fault = faultOf(error, request);
  request.refusal = fault.reason;
  if (fault.code === 'InternalFailure') request.log.error({ err: error, requestId: request.id }, 'unexpected error');
  else if (fault.cause !== undefined) {
    request.log.warn({ err: fault.cause, requestId: request.id, fault: fault.code }, 'request failed');
  }
  return fault;
}

function faultOf(error: unknown, request: FastifyRequest): Fault {
  if (error instanceof Fault) return error;
  return faultOfFramework(error as Partial<FastifyError>, request) ?? internalFailure(request.id);
}

function internalFailure(requestId: string): Fault {
  return new Fault('InternalFailure', {
    message: 'The service failed to answer this request.',
    details: `The failure is on our side, not in your request. Quote request id ${requestId} to the operator.`,
  });
}

/** Errors that Fastify itself reports before a route runs. */
function faultOfFramework(error: Partial<FastifyError>, request: FastifyRequest): Fault | undefined {
  switch (error.code) {
    case 'FST_ERR_BAD_URL':
      return new Fault('InvalidInput', {
        message: 'The URL cannot be decoded.',
        details:
          'The path holds a % that is not followed by two hexadecimal digits, or bytes that are not UTF-8. Write a literal % as %25.',
      });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Fault('InvalidInput', {
        message: 'A path segment is too long.',
        details: 'An identifier in the path has at most 256 characters.',
      });
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Fault('RequestTooLarge', {
        message: 'The body is too large.',
        details: `A request body may have at most ${sizeText(request.routeOptions.bodyLimit)}.`,
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return unsupportedMediaType();
    // Nobody reads this answer: the client disconnected while it was sending.
    case 'ECONNRESET':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Fault('InvalidInput', {
        message: 'The body ended early.',
        details: 'The body does not have as many bytes as the Content-Length header says.',
      });
    default:
      return undefined;
  }
}

const MIB = 1024 * 1024;

const sizeText = (bytes: number) => (bytes === MIB ? `1 MiB (${MIB} bytes)` : `${bytes} bytes here`);
