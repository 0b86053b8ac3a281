import type { QuietHours } from '../../domain/notifications/quiet-hours.ts';
import type { BodyReading, Fields } from '../body-reading.ts';
import { isTimeZone } from '../time-zone.ts';
import { Type } from '../type.ts';
import { rejectUnknownKeys } from './event-filter.ts';

const clock = (description: string) => Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description });

/** Documents `quietHours` of a destination. `readQuietHours` checks it. */
export const QuietHoursShape = Type.Object(
  {
    start: clock('When they begin, as HH:MM.'),
    end: clock('When they end, as HH:MM. Earlier than start: on the next day.'),
    timeZone: Type.String('The name of a time zone, such as Europe/Berlin or UTC.'),
  },
  {
    title: 'QuietHours',
    additionalProperties: false,
    description:
      'For EMAIL, SMS and MOBILE_PUSH: the hours of each day in which nothing is sent. What happens then is sent at their end. Tests are sent at any time.',
    examples: [{ start: '22:00', end: '07:00', timeZone: 'America/New_York' }],
  },
);

export const QUIET_HOURS_KEYS: readonly string[] = Object.keys(QuietHoursShape.properties);

export function readQuietHours(r: BodyReading, body: Fields, name: string): QuietHours | undefined {
  rejectUnknownKeys(r, body, QUIET_HOURS_KEYS, name);
  const start = readClock(r, body.start, `${name}.start`);
  const end = readClock(r, body.end, `${name}.end`);
  const timeZone = readZone(r, body.timeZone, `${name}.timeZone`);
  if (start === undefined || end === undefined || timeZone === undefined) return undefined;
  if (start === end) return r.wrong(name, 'must have an end that differs from its start');
  return { start, end, timeZone };
}

const CLOCK = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/;

function readClock(r: BodyReading, value: unknown, field: string): string | undefined {
  if (value === undefined) return r.missing(field, 'It is a time of the day, such as 22:00.');
  return r.text(value, field, (text) =>
    CLOCK.test(text) ? undefined : 'must be a time of the day from 00:00 to 23:59',
  );
}

function readZone(r: BodyReading, value: unknown, field: string): string | undefined {
  if (value === undefined) return r.missing(field, 'It is the name of a time zone, such as Europe/Berlin.');
  return r.text(value, field, (text) =>
    isTimeZone(text) ? undefined : 'must be the name of a time zone, such as Europe/Berlin or UTC',
  );
}
