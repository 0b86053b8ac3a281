import type { EventFilter } from '../../../domain/notifications/event-filter.ts';
import { EVENT_KINDS, type EventKind } from '../../../domain/notifications/notification.ts';
import { writeTime } from '../../../domain/time.ts';
import type { BodyReading, Fields } from '../../body-reading.ts';
import { closedSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { readEventTypes } from '../destination-request.ts';
import { FilterShape, readFilter, rejectUnknownKeys } from '../event-filter.ts';
import { eventExamples } from './event-examples.ts';
import { EventKindText, SellerEvent } from './seller-event-shape.ts';

/** Documents the body. `readFilterTrial` checks it. */
export const FilterTrialBody = Type.Object(
  {
    filter: FilterShape,
    eventTypes: Type.Optional.Array(
      closedSet(EVENT_KINDS, `One of ${EVENT_KINDS.join(', ')}.`),
      'Only events of these kinds. Absent: of all kinds.',
    ),
  },
  {
    title: 'TestFilter',
    additionalProperties: false,
    description: 'The filter to try, as in a destination.',
    examples: [{ filter: { marketplaceIds: ['STORE_US'], changes: ['WON', 'LOST'] } }],
  },
);

const count = (description: string) => Type.Integer({ minimum: 0, description });

const since = '2026-11-08T00:00:00.000Z';

/** A seller without events, as in a fresh demo, and one with some. */
const answerExamples = [
  { since, truncated: false, events: 0, passed: 0, kinds: [], examples: [] },
  {
    ...{ since, truncated: false, events: 412, passed: 1 },
    kinds: [
      { eventType: 'ANY_OFFER_CHANGED', events: 350, passed: 0 },
      { eventType: 'BUY_BOX_CHANGED', events: 62, passed: 1 },
    ],
    examples: [eventExamples.BUY_BOX_CHANGED],
  },
];

export const FilterTrialAnswer = Type.Named(
  'TestedFilter',
  'What a filter would have let pass.',
  {
    since: Type.Time('Events that were told since then were looked at.'),
    truncated: Type.Boolean('Whether there are more events of the last 7 days, before since.'),
    events: count('How many events were looked at.'),
    passed: count('How many of them pass the filter.'),
    kinds: Type.Array(
      Type.Named('TestedKind', 'The figures of one kind of which there are events.', {
        eventType: EventKindText,
        events: count('How many events of the kind were looked at.'),
        passed: count('How many of them pass.'),
      }),
    ),
    examples: Type.Array(SellerEvent, { maxItems: 3, description: 'The newest events that pass, the newest first.' }),
  },
  { examples: answerExamples },
);

type FilterTrialRequest = { filter: EventFilter; eventTypes: readonly EventKind[] | undefined };

/** Valid only when the reading found no problem. */
export function readFilterTrial(r: BodyReading, body: Fields): FilterTrialRequest {
  rejectUnknownKeys(r, body, Object.keys(FilterTrialBody.properties), '');
  const eventTypes = readEventTypes(r, body.eventTypes);
  if (eventTypes?.length === 0) r.wrong('eventTypes', 'must name at least one kind; leave it out to get all kinds');
  if (body.filter === undefined) {
    r.missing('filter', 'It is an object, as in a destination; {} lets all events pass.');
    return { filter: {}, eventTypes };
  }
  const filter = r.object(body.filter, 'filter');
  return { filter: (filter && readFilter(r, filter, 'filter')) ?? {}, eventTypes };
}

type Trial = {
  sinceMs: number;
  isTruncated: boolean;
  kinds: ReadonlyMap<EventKind, { events: number; passed: number }>;
  examples: readonly string[];
};

/** The examples are JSON text already. */
export function writeFilterTrial({ sinceMs, isTruncated, kinds, examples }: Trial): string {
  const counted = EVENT_KINDS.flatMap((eventType) => {
    const figures = kinds.get(eventType);
    return figures === undefined ? [] : [{ eventType, ...figures }];
  });
  const sum = (name: 'events' | 'passed') => counted.reduce((total, one) => total + one[name], 0);
  const head = {
    ...{ since: writeTime(sinceMs), truncated: isTruncated, events: sum('events'), passed: sum('passed') },
    kinds: counted,
  };
  return `${JSON.stringify(head).slice(0, -1)},"examples":[${examples.join()}]}`;
}
