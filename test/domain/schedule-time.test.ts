import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { nextReportMs, type ScheduleTime } from '../../src/domain/reports/schedule-time.ts';
import { drawnAlike } from '../harness/scale.ts';

describe('the next report of a schedule', () => {
  const MONDAY = 1;
  const SUNDAY = 7;
  const FRIDAY = 5;
  // After which instant, at which hour (on which day) in which zone, and when the report is due. The times are UTC.
  const table: [after: string, hour: number, weekday: number | undefined, timeZone: string, due: string][] = [
    ['2026-11-16T05:59:59.999Z', 6, undefined, 'UTC', '2026-11-16T06:00Z'],
    ['2026-11-16T06:00Z', 6, undefined, 'UTC', '2026-11-17T06:00Z'],
    ['2026-11-16T23:30Z', 0, undefined, 'UTC', '2026-11-17T00:00Z'],
    // 16 November 2026 is a Monday.
    ['2026-11-16T05:00Z', 6, MONDAY, 'UTC', '2026-11-16T06:00Z'],
    ['2026-11-16T06:00Z', 6, MONDAY, 'UTC', '2026-11-23T06:00Z'],
    ['2026-11-16T07:00Z', 6, SUNDAY, 'UTC', '2026-11-22T06:00Z'],
    // Monday has begun in Tokyo.
    ['2026-11-15T20:30Z', 6, MONDAY, 'Asia/Tokyo', '2026-11-15T21:00Z'],
    ['2026-11-16T00:00Z', 6, undefined, 'Asia/Kathmandu', '2026-11-16T00:15Z'],
    // Spring in Berlin: 02:00 becomes 03:00 at 01:00 UTC.
    ['2027-03-27T12:00Z', 2, undefined, 'Europe/Berlin', '2027-03-28T01:00Z'],
    ['2027-03-27T12:00Z', 3, undefined, 'Europe/Berlin', '2027-03-28T01:00Z'],
    ['2027-03-28T01:00Z', 2, undefined, 'Europe/Berlin', '2027-03-29T00:00Z'],
    ['2027-03-28T00:59Z', 2, SUNDAY, 'Europe/Berlin', '2027-03-28T01:00Z'],
    // Autumn in Berlin: 03:00 becomes 02:00 at 01:00 UTC, so the clock shows 02:00 at 00:00 and at 01:00.
    ['2026-10-24T12:00Z', 2, undefined, 'Europe/Berlin', '2026-10-25T00:00Z'],
    ['2026-10-25T00:00Z', 2, undefined, 'Europe/Berlin', '2026-10-26T01:00Z'],
    ['2026-10-25T00:30Z', 2, SUNDAY, 'Europe/Berlin', '2026-11-01T01:00Z'],
    // A gap of half an hour: 02:00 becomes 02:30.
    ['2026-10-03T12:00Z', 2, undefined, 'Australia/Lord_Howe', '2026-10-03T15:30Z'],
    // A gap at midnight: 00:00 becomes 01:00.
    ['2026-04-23T12:00Z', 0, FRIDAY, 'Africa/Cairo', '2026-04-23T22:00Z'],
    // Midnight becomes 23:00 of the day before: the day ends twice, and begins once.
    ['2026-10-29T12:00Z', 23, undefined, 'Africa/Cairo', '2026-10-29T20:00Z'],
    ['2026-10-29T20:00Z', 0, undefined, 'Africa/Cairo', '2026-10-29T22:00Z'],
    // Samoa had no 30 December 2011, a Friday.
    ['2011-12-30T09:00Z', 5, FRIDAY, 'Pacific/Apia', '2011-12-30T10:00Z'],
    ['2011-12-30T10:00Z', 5, undefined, 'Pacific/Apia', '2011-12-30T15:00Z'],
  ];
  for (const [after, hour, weekday, timeZone, due] of table)
    test(`after ${after}, for ${hour}:00 on day ${weekday ?? 'any'} in ${timeZone}, is due at ${due}`, () => {
      const dueMs = nextReportMs({ hour, weekday, timeZone }, Date.parse(after));
      assert.equal(new Date(dueMs).toISOString(), new Date(due).toISOString());
    });

  test('is due when the clock on the wall first shows the hour or a later time, in every zone and around every change', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Africa/Cairo'];
    const days = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-10-04', '2026-10-25', '2026-10-30'];
    const from = fc.tuple(fc.constantFrom(...days), fc.integer({ min: -1_500, max: 1_500 }));
    const weekday = fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined });
    let moved = 0;
    fc.assert(
      fc.property(fc.nat(23), weekday, fc.constantFrom(...zones), from, (hour, day, timeZone, [date, offset]) => {
        const afterMs = Date.parse(`${date}T00:00Z`) + offset * MINUTE_MS;
        const time = { hour, weekday: day, timeZone };
        const dueMs = nextReportMs(time, afterMs);
        assert.equal(new Date(dueMs).toISOString(), new Date(firstMinute(time, afterMs)).toISOString());
        if (shownMinute(timeZone)(dueMs) !== `${pad(hour)}:00`) moved += 1;
      }),
      { ...drawnAlike(14, 2_000), examples: [[2, undefined, 'Europe/Berlin', ['2026-03-29', -60]]] },
    );
    assert.ok(moved > 0, 'an hour that was skipped was drawn');
  });

  test('leads from run to run, once for each day of the calendar', () => {
    for (const timeZone of ['Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe'])
      for (const hour of [0, 2, 23]) {
        const year = Date.parse('2026-01-01T12:00Z');
        const runs: number[] = [];
        for (let at = year; at < year + 365 * DAY_MS; at = runs.at(-1) ?? at)
          runs.push(nextReportMs({ hour, timeZone }, at));
        assert.equal(new Set(runs.map((ms) => new Date(ms).toLocaleDateString('en', { timeZone }))).size, runs.length);
        assert.ok(runs.length === 365 || runs.length === 366, `${runs.length} runs`);
      }
  });

  test('throws when nobody knows the time zone', () => {
    assert.throws(() => nextReportMs({ hour: 0, timeZone: 'Mars/Olympus' }, 0), RangeError);
  });
});

const pad = (n: number) => String(n).padStart(2, '0');

function shownMinute(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  return (ms) => format.format(ms);
}

/** Looks at the clock on the wall, minute by minute: the first minute that shows a due hour, or a later time, for the first time. */
function firstMinute({ hour, weekday, timeZone }: ScheduleTime, afterMs: number): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
  });
  const shown = (ms: number) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    // The clock on the wall as if it showed UTC: to compare times, and to count days.
    return Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute);
  };
  // What the clock has shown before, from two days before on.
  let latest = shown(afterMs - 2 * DAY_MS);
  for (let at = afterMs - 2 * DAY_MS + MINUTE_MS; ; at += MINUTE_MS) {
    const now = shown(at);
    if (now > latest) {
      if (at > afterMs && passesDueHour(latest, now)) return at;
      latest = now;
    }
  }

  function passesDueHour(before: number, now: number): boolean {
    for (let minute = before + MINUTE_MS; minute <= now; minute += MINUTE_MS) {
      const clock = new Date(minute);
      const isDay = weekday === undefined || clock.getUTCDay() === weekday % 7;
      if (isDay && clock.getUTCHours() === hour && clock.getUTCMinutes() === 0) return true;
    }
    return false;
  }
}
