import { writeTime } from '../time.ts';
import { type Outcome, type OutcomeDestination, statusOutcome } from './delivery-outcome.ts';
import { takesKind } from './destination.ts';
import type { EventKind } from './notification.ts';

/** A destination that has no delivery of an event. */
export type WithoutDelivery = OutcomeDestination & {
  /** The delegated application that it belongs to; absent: it belongs to the seller. */
  readonly application?: string | undefined;
  readonly eventTypes?: readonly EventKind[] | undefined;
  readonly createdMs: number;
  readonly modifiedMs: number;
};

/** The event, as far as it decides who gets it. */
export type MissedEvent = {
  readonly kind: EventKind;
  /** When it was queued. */
  readonly queuedMs: number;
  /** The one delegated application that may see it beside the seller; '': none, undefined: all (decision 38). */
  readonly application?: string | undefined;
  /** The seller lost the buy box with it. */
  readonly isLost: boolean;
  /** It is about this destination itself. */
  readonly isAboutIt: boolean;
};

/**
 * Why an event has no delivery to a destination: what is certain first. What a destination was when the event came is not stored: one
 * that was changed later may have been another then.
 */
export function missingDelivery(event: MissedEvent, destination: WithoutDelivery, removedBeforeMs: number): Outcome {
  const { kind, queuedMs, application, isLost, isAboutIt } = event;
  const { createdMs, modifiedMs } = destination;
  if (createdMs > queuedMs)
    return { code: 'CREATED_LATER', text: `The destination was created after the event, at ${writeTime(createdMs)}.` };
  if (isAboutIt) return { code: 'ABOUT_ITSELF', text: 'The event is about this destination, which cannot receive it.' };
  if (queuedMs < removedBeforeMs)
    return {
      code: 'LOG_REMOVED',
      text: 'The event is older than the log of deliveries, so what became of it is not known.',
    };
  if (application !== undefined && destination.application !== undefined && application !== destination.application)
    return {
      code: 'OF_ANOTHER_APPLICATION',
      text: 'The event is about another application. Destinations of applications do not get what is about others.',
    };
  const { type, eventTypes } = destination;
  const stopped = statusOutcome(destination);
  if (stopped !== undefined && stopped.code !== 'PAUSED' && stopped.code !== 'SUSPENDED') return stopped;
  const since = modifiedMs > queuedMs ? ` Its settings were changed later, at ${writeTime(modifiedMs)}.` : '';
  if (!takesKind({ type, eventTypes }, kind, isLost))
    return { code: 'KIND_NOT_CHOSEN', text: `${notChosen(kind, eventTypes)}${since}` };
  if (modifiedMs > queuedMs)
    return {
      code: 'CHANGED_SINCE',
      text: `The destination was changed at ${writeTime(modifiedMs)}, after the event. With what it was before it did not take the event.`,
    };
  return { code: 'NOT_QUEUED', text: 'There is no delivery in the log, and nothing stored says why.' };
}

const notChosen = (kind: EventKind, eventTypes: readonly EventKind[] | undefined): string =>
  eventTypes === undefined
    ? `The destination names no kinds of events, and by default people do not get this ${kind}.`
    : `The destination takes ${eventTypes.join(', ') || 'no kind of event'}, not ${kind}.`;
