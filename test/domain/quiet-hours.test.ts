import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { quietUntilMs } from '../../src/domain/notifications/quiet-hours.ts';
import { drawnAlike } from '../harness/scale.ts';

describe('quiet hours', () => {
  // When it is now, which hours are quiet, and when they end. The times are UTC.
  const table: [now: string, hours: string, timeZone: string, end: string | undefined][] = [
    ['2026-11-15T12:00Z', '22:00-07:00', 'UTC', undefined],
    ['2026-11-15T21:59:59.999Z', '22:00-07:00', 'UTC', undefined],
    ['2026-11-15T22:00Z', '22:00-07:00', 'UTC', '2026-11-16T07:00Z'],
    ['2026-11-16T00:00Z', '22:00-07:00', 'UTC', '2026-11-16T07:00Z'],
    ['2026-11-16T06:59:59.999Z', '22:00-07:00', 'UTC', '2026-11-16T07:00Z'],
    ['2026-11-16T07:00Z', '22:00-07:00', 'UTC', undefined],
    ['2026-11-16T12:30Z', '12:00-13:00', 'UTC', '2026-11-16T13:00Z'],
    ['2026-11-16T13:00Z', '12:00-13:00', 'UTC', undefined],
    ['2026-11-16T23:59Z', '12:00-00:00', 'UTC', '2026-11-17T00:00Z'],
    // Another day there.
    ['2026-11-15T22:30Z', '22:00-07:00', 'Asia/Tokyo', undefined],
    ['2026-11-15T21:30Z', '22:00-07:00', 'Asia/Tokyo', '2026-11-15T22:00Z'],
    ['2026-11-16T03:00Z', '22:00-07:00', 'America/New_York', '2026-11-16T12:00Z'],
    ['2026-11-16T00:00Z', '05:00-06:00', 'Asia/Kathmandu', '2026-11-16T00:15Z'],
    // Spring in Berlin: 02:00 becomes 03:00 at 01:00 UTC, so the night is an hour shorter.
    ['2027-03-27T21:00Z', '22:00-07:00', 'Europe/Berlin', '2027-03-28T05:00Z'],
    // An end that is skipped: the clock then shows 03:00, which is later.
    ['2027-03-28T00:30Z', '22:00-02:30', 'Europe/Berlin', '2027-03-28T01:00Z'],
    // A beginning that is skipped.
    ['2027-03-28T00:59Z', '02:30-07:00', 'Europe/Berlin', undefined],
    ['2027-03-28T01:00Z', '02:30-07:00', 'Europe/Berlin', '2027-03-28T05:00Z'],
    // Hours that are skipped as a whole.
    ['2027-03-28T01:00Z', '02:00-03:00', 'Europe/Berlin', undefined],
    // Autumn in Berlin: 03:00 becomes 02:00 at 01:00 UTC, so the night is an hour longer.
    ['2026-10-24T21:00Z', '22:00-07:00', 'Europe/Berlin', '2026-10-25T06:00Z'],
    // The clock shows 02:30 twice: it is quiet up to the first, and again from 02:00 up to the second.
    ['2026-10-25T00:15Z', '22:00-02:30', 'Europe/Berlin', '2026-10-25T00:30Z'],
    ['2026-10-25T00:45Z', '22:00-02:30', 'Europe/Berlin', undefined],
    ['2026-10-25T01:15Z', '22:00-02:30', 'Europe/Berlin', '2026-10-25T01:30Z'],
    // Quiet before and after the change.
    ['2026-10-25T00:45Z', '02:30-04:00', 'Europe/Berlin', '2026-10-25T01:00Z'],
    ['2026-10-25T01:45Z', '02:30-04:00', 'Europe/Berlin', '2026-10-25T03:00Z'],
    // Half an hour in Australia, and a day that Samoa skipped.
    ['2026-10-03T15:15Z', '01:00-02:15', 'Australia/Lord_Howe', '2026-10-03T15:30Z'],
    ['2026-10-04T00:00Z', '02:01-02:00', 'Australia/Lord_Howe', '2026-10-04T15:00Z'],
    ['2011-12-30T09:30Z', '22:00-07:00', 'Pacific/Apia', '2011-12-30T17:00Z'],
  ];
  for (const [now, hours, timeZone, end] of table) {
    test(`at ${now}, ${hours} in ${timeZone} ${end === undefined ? 'are not' : `end at ${end}`}`, () => {
      const [start = '', until = ''] = hours.split('-');
      const endMs = quietUntilMs({ start, end: until, timeZone }, Date.parse(now));
      assert.equal(endMs === undefined ? undefined : new Date(endMs).toISOString(), end && new Date(end).toISOString());
    });
  }

  test('end when the clock on the wall first shows another time, in every zone and around every change of the clock', () => {
    const clock = fc.tuple(fc.nat(23), fc.nat(59)).map(([h, m]) => `${pad(h)}:${pad(m)}`);
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu'];
    const days = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2026-11-16'];
    const minute = fc.tuple(fc.constantFrom(...days), fc.integer({ min: -1_440, max: 1_440 }));
    let quiet = 0;
    fc.assert(
      fc.property(clock, clock, fc.constantFrom(...zones), minute, (start, end, timeZone, [day, offset]) => {
        fc.pre(start !== end);
        const nowMs = Date.parse(`${day}T00:00Z`) + offset * MINUTE_MS;
        const endMs = quietUntilMs({ start, end, timeZone }, nowMs);
        const expected = firstLoudMinute({ start, end, timeZone }, nowMs);
        assert.equal(endMs, expected === nowMs ? undefined : expected);
        if (endMs !== undefined) quiet += 1;
      }),
      drawnAlike(60, 3_000),
    );
    assert.ok(quiet > 15, `${quiet} draws were quiet`);
  });

  test('of a zone that nobody knows throw', () => {
    assert.throws(() => quietUntilMs({ start: '22:00', end: '07:00', timeZone: 'Mars/Olympus' }, 0), RangeError);
  });
});

const pad = (n: number) => String(n).padStart(2, '0');

/** Looks at the clock on the wall, minute by minute. */
function firstLoudMinute({ start, end, timeZone }: { start: string; end: string; timeZone: string }, nowMs: number) {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  for (let at = nowMs; ; at += MINUTE_MS) {
    const shown = format.format(at);
    const isQuiet = start < end ? shown >= start && shown < end : shown >= start || shown < end;
    if (!isQuiet) return at;
  }
}
