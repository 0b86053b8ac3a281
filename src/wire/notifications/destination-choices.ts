import {
  type ChannelType,
  DEFAULT_WINDOW_SECONDS,
  type Destination,
  isForPeople,
} from '../../domain/notifications/destination.ts';
import { WINDOW_SECONDS, type WindowSeconds } from '../../domain/notifications/kind-choice.ts';
import { type BodyReading, type Fields, isFields } from '../body-reading.ts';
import { Type } from '../type.ts';
import { FILTER_KEYS, FilterShape, readFilter } from './event-filter.ts';
import { QUIET_HOURS_KEYS, QuietHoursShape, readQuietHours } from './quiet-hours.ts';

/** What a destination wants of the events, and when: in requests and answers. */
export const choiceShapes = {
  windowSeconds: Type.Optional.Integer({
    enum: [...WINDOW_SECONDS],
    description: `${WINDOW_SECONDS.join(', ')} seconds. Of several events about one item, condition and kind within this time, the first is sent at once and the last ones at its end. 0: every event is sent at once. Absent: ${DEFAULT_WINDOW_SECONDS}.`,
    examples: [DEFAULT_WINDOW_SECONDS],
  }),
  filter: Type.Optional(FilterShape),
  quietHours: Type.Optional(QuietHoursShape),
};

type Choices = Pick<Destination, 'windowSeconds' | 'filter' | 'quietHours'>;

/** The choices of a body. In a change, `current` are those of the destination: keys are merged, null removes one (decision 35). */
export function readChoices(r: BodyReading, body: Fields, type: ChannelType, current?: Choices): Choices {
  const filter = merged(r, body.filter, current?.filter, { name: 'filter', known: FILTER_KEYS });
  const quietHours = merged(r, body.quietHours, current?.quietHours, { name: 'quietHours', known: QUIET_HOURS_KEYS });
  if (quietHours && !isForPeople(type))
    r.wrong('quietHours', `is only for EMAIL, SMS and MOBILE_PUSH; a ${type} destination gets events at any time`);
  const readingOf = {
    filter: filter && readFilter(r, filter, 'filter'),
    quietHours: quietHours && readQuietHours(r, quietHours, 'quietHours'),
  };
  return {
    windowSeconds: readWindow(r, body.windowSeconds, current?.windowSeconds),
    ...(readingOf.filter ? { filter: readingOf.filter } : {}),
    ...(readingOf.quietHours ? { quietHours: readingOf.quietHours } : {}),
  };
}

/** The fields of the object after a change; undefined when there is none. null removes a known key. */
function merged(
  r: BodyReading,
  value: unknown,
  current: object | undefined,
  { name, known }: { name: string; known: readonly string[] },
): Fields | undefined {
  if (value === undefined) return current as Fields | undefined;
  if (value === null) return undefined;
  if (!isFields(value)) return r.object(value, name);
  const both = Object.entries({ ...current, ...value });
  return Object.fromEntries(both.filter(([key, one]) => one !== null || !known.includes(key)));
}

function readWindow(r: BodyReading, value: unknown, current: WindowSeconds = DEFAULT_WINDOW_SECONDS): WindowSeconds {
  if (value === undefined) return current;
  if (value === null) return DEFAULT_WINDOW_SECONDS;
  return readWindowSeconds(r, value, 'windowSeconds') ?? current;
}

export function readWindowSeconds(r: BodyReading, value: unknown, field: string): WindowSeconds | undefined {
  const known = WINDOW_SECONDS.find((seconds) => seconds === value);
  if (known === undefined) r.wrong(field, `must be one of ${WINDOW_SECONDS.join(', ')}`);
  return known;
}

export const writeChoices = ({ windowSeconds, filter, quietHours }: Destination): Choices => ({
  windowSeconds,
  ...(filter ? { filter } : {}),
  ...(quietHours ? { quietHours } : {}),
});
