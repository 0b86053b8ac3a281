import { type EventSubject, readEventData, subjectOf } from '../../domain/notifications/event-subject.ts';
import type { NumberedEvent } from '../events/event-table.ts';

/** An event as far as filters look at it. */
export type ReadableEvent = Pick<NumberedEvent, 'kind' | 'content' | 'sellerPart'>;

/** Reads events that are queued together, each once and only when a destination has a filter. */
export class EventReading {
  readonly #subjects = new Map<ReadableEvent, EventSubject>();

  subjectOf(event: ReadableEvent): EventSubject {
    let subject = this.#subjects.get(event);
    if (subject === undefined) {
      subject = subjectOf(readEventData(event.kind, event.content, event.sellerPart));
      this.#subjects.set(event, subject);
    }
    return subject;
  }
}
