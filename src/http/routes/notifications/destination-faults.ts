import { Fault } from '../../../domain/fault.ts';
import { isId } from '../../../domain/ids.ts';
import type { DestinationAccess } from '../../../domain/notifications/access.ts';
import { DEMO_DESTINATIONS } from '../../../domain/notifications/demo-ids.ts';
import { type ChannelType, type DestinationStatus, shownStatus } from '../../../domain/notifications/destination.ts';
import type { Destinations } from '../../../notifications/destinations/destinations.ts';
import type { BodyReading } from '../../../wire/body-reading.ts';
import { identifierShape } from '../../../wire/identifier.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';

const NOT_FOUND = {
  message: 'There is no such destination.',
  details:
    'The caller has no destination with this channelId. GET /notifications/v4/destinations lists the destinations of the caller.',
};

/** The same bytes for the destination of another seller or application, and for one that does not exist. The id is not repeated. */
export const noDestination = () => new Fault('NotFound', NOT_FOUND);

export const destinationAnswers = {
  404: answerOf('NotFound', list, { description: 'The caller has no such destination.', ...NOT_FOUND }),
};

/** The example is the demo's destination of the type that the operation is mostly for. */
export const destinationParams = (type: ChannelType) =>
  Type.Object({ channelId: identifierShape('The destination.', DEMO_DESTINATIONS[type]) });

export const destinationIdOf = (request: { params: unknown }) =>
  ensureId((request.params as { channelId: string }).channelId);

/** Saves a read for a text that cannot be an id. */
function ensureId(text: string): string {
  if (!isId(text)) throw noDestination();
  return text;
}

export async function findOrFail(destinations: Destinations, access: DestinationAccess, destinationId: string) {
  const destination = await destinations.find(access, destinationId);
  if (!destination) throw noDestination();
  return destination;
}

/** Throws all problems that the reading found. */
export function ensureValid(reading: BodyReading): void {
  if (reading.problems.length > 0) throw new Fault('InvalidInput', reading.problems);
}

export const notActive = (status: DestinationStatus) =>
  new Fault('Conflict', {
    message: `The destination is ${shownStatus(status)}.`,
    details: remedies[status] ?? 'Set its status to ACTIVE first: PATCH /notifications/v4/destinations/{channelId}.',
  });

const remedies: Partial<Record<DestinationStatus, string>> = {
  PENDING_VERIFICATION: 'The owner of its address must confirm it first: a test notification carries the confirmation.',
  WITHDRAWN:
    'The application that created it has no access to the seller any more, or has not used it for a long time, or the operator has disabled the seller. It can be used again after an application of the seller itself has set its status to ACTIVE; with statusReason APPLICATION_WITHDRAWN also after the seller has authorized the application again.',
};

/** Decision 27. A stopped address counts as one that has reached its limit. */
export const DAILY_LIMITS =
  'An address that its owner has not confirmed gets at most 3 a day, none for 30 days after its owner stopped them, and one seller sends at most 20 a day to such addresses. The day ends at midnight UTC.';

export const wrongType = (is: ChannelType, needed: ChannelType) =>
  new Fault('InvalidInput', {
    message: `The destination is of type ${is}.`,
    details: `This is only for destinations of type ${needed}.`,
  });
