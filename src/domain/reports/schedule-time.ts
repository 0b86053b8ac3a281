/** When a regular report is made: every day, or on one day of the week, when the clock on the wall of the time zone shows the hour. */
export type ScheduleTime = {
  /** 1 is Monday, 7 is Sunday. Absent: every day. */
  weekday?: number | undefined;
  /** 0 to 23. */
  hour: number;
  /** A name of the IANA time zone database. */
  timeZone: string;
};

/**
 * The next instant after `afterMs` at which a report is due: when the clock on the wall first shows the hour of such a day, or a later
 * time. So an hour that the clock skips in spring is due at the first instant after the gap, and an hour that it shows twice in autumn is
 * due once, at the first. Throws a RangeError when the time zone is unknown.
 */
export function nextReportMs(time: ScheduleTime, afterMs: number): number {
  const after = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(time.timeZone);
  // A day before: where the clock was put back over midnight, or skipped a day, the first instant of a date lies on another one.
  let day = after.toPlainDate().subtract({ days: 1 });
  for (;;) {
    const dueMs = isDue(time, day) ? firstShownMs(time, day) : undefined;
    if (dueMs !== undefined && dueMs > afterMs) return dueMs;
    day = day.add({ days: 1 });
  }
}

const isDue = ({ weekday }: ScheduleTime, day: Temporal.PlainDate) =>
  weekday === undefined || day.dayOfWeek === weekday;

function firstShownMs({ hour, timeZone }: ScheduleTime, day: Temporal.PlainDate): number {
  const clock = day.toPlainDateTime({ hour });
  const at = clock.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  // For a time in a gap, `earlier` is as long before the gap as the time is after its begin.
  const shown = at.toPlainDateTime().equals(clock) ? at : (at.getTimeZoneTransition('next') ?? at);
  return shown.epochMilliseconds;
}
