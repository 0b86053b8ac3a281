import {
  type EventData,
  type EventSubject,
  readEventData,
  subjectOf,
} from '../../domain/notifications/event-subject.ts';
import type { SellerEvent } from './event-table.ts';

/** An event as far as filters and windows look at it. */
export type ReadableEvent = Pick<SellerEvent, 'kind' | 'content' | 'sellerPart'>;

/** Reads events that are queued together, each once and only when a destination has a filter or a window. */
export class EventReading {
  readonly #data = new Map<ReadableEvent, EventData>();
  readonly #subjects = new Map<ReadableEvent, EventSubject>();

  dataOf(event: ReadableEvent): EventData {
    let data = this.#data.get(event);
    if (data === undefined) {
      data = readEventData(event.kind, event.content, event.sellerPart);
      this.#data.set(event, data);
    }
    return data;
  }

  subjectOf(event: ReadableEvent): EventSubject {
    let subject = this.#subjects.get(event);
    if (subject === undefined) {
      subject = subjectOf(this.dataOf(event));
      this.#subjects.set(event, subject);
    }
    return subject;
  }
}
