import { Type } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { isId } from '../../../domain/ids.ts';
import type { ChannelType, DestinationStatus } from '../../../domain/notifications/destination.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { type BodyReading, isTooDeep } from '../../../wire/body-reading.ts';
import { list } from '../../server/envelope.ts';
import { answerOf } from '../../server/error-variants.ts';

/** What every endpoint of a destination says when it cannot. */

const GONE = {
  message: 'There is no such destination.',
  details:
    'The caller has no destination with this channelId. GET /notifications/v4/destinations lists those there are.',
};

/** Another seller's and one that nobody has give the same bytes, and the id is not repeated. */
export const noDestination = () => new Fault('NotFound', GONE);

export const destinationAnswers = {
  404: answerOf('NotFound', list, { description: 'The caller has no such destination.', ...GONE }),
};

export const destinationParams = Type.Object({
  channelId: Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'The destination.',
    examples: ['ch_019a8541c400aa55bb66cc77dd88ee99ff00'],
  }),
});

export const destinationIdOf = (request: { params: unknown }) =>
  mustBeId((request.params as { channelId: string }).channelId);

/** What no id can look like need not be looked for. */
function mustBeId(text: string): string {
  if (!isId(text)) throw noDestination();
  return text;
}

export async function findOrFail(notifications: Pick<Notifications, 'find'>, sellerId: string, destinationId: string) {
  const destination = await notifications.find(sellerId, destinationId);
  if (!destination) throw noDestination();
  return destination;
}

/** Throws everything that a reading found wrong. */
export function ensureValid(reading: BodyReading): void {
  if (reading.problems.length > 0) throw new Fault('InvalidInput', reading.problems);
}

const MAX_LEVELS = 32;

/** A free-form body may hold anything, but is written and hashed again: what is nested without end would break that. */
export function ensureShallow(body: unknown): void {
  if (!isTooDeep(body, MAX_LEVELS)) return;
  throw new Fault('InvalidInput', {
    message: 'The body is nested too deeply.',
    details: `The body may have at most ${MAX_LEVELS} levels of objects and lists.`,
  });
}

export const notActive = (status: DestinationStatus) =>
  new Fault('Conflict', {
    message: `The destination is ${status}.`,
    details:
      status === 'PENDING_VERIFICATION'
        ? 'The owner of its address must confirm it first: a test notification carries the confirmation.'
        : 'Set its status to ACTIVE first: PATCH /notifications/v4/destinations/{channelId}.',
  });

export const wrongType = (is: ChannelType, needed: ChannelType) =>
  new Fault('InvalidInput', {
    message: `The destination is of type ${is}.`,
    details: `This is only for destinations of type ${needed}.`,
  });
