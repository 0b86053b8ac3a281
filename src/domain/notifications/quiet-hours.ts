/** Hours of each day in which people get no messages. From `start` to `end`, `HH:MM` in the time zone; over midnight when `end` is earlier. */
export type QuietHours = { start: string; end: string; timeZone: string };

/** More changes of the clock than a zone has in a day. */
const MAX_STEPS = 6;

/**
 * When the quiet hours end; undefined when it is not quiet. The clock on the wall decides: it is quiet while it shows a time from
 * `start` up to `end`. So an hour that occurs twice in autumn is quiet twice, and quiet hours whose end is skipped in spring end
 * with the skipped time. Throws when the time zone is unknown.
 */
export function quietUntilMs(quietHours: QuietHours, nowMs: number): number | undefined {
  let at = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(quietHours.timeZone);
  if (!isQuiet(quietHours, at)) return undefined;
  for (let step = 0; step < MAX_STEPS && isQuiet(quietHours, at); step += 1) at = nextChange(quietHours, at);
  return at.epochMilliseconds;
}

const clockOf = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' });

function isQuiet({ start, end }: QuietHours, at: Temporal.ZonedDateTime): boolean {
  const clock = clockOf(at);
  return start < end ? start <= clock && clock < end : start <= clock || clock < end;
}

/** The end by the clock, or the change of the clock if that comes first: the clock then shows another time. */
function nextChange({ end }: QuietHours, at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const [hour = 0, minute = 0] = end.split(':').map(Number);
  // Keeps the offset from UTC: of a time that occurs twice it is the one in the same half as now.
  const today = at.with({ hour, minute, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
  // Not a day after `today`: where the clock skips the end today, that shows another time. Of two it is the first one.
  const tomorrow = () =>
    at.toPlainDate().add({ days: 1 }).toPlainDateTime({ hour, minute }).toZonedDateTime(at.timeZoneId);
  const next = Temporal.ZonedDateTime.compare(today, at) > 0 ? today : tomorrow();
  const change = at.getTimeZoneTransition('next');
  return change && Temporal.ZonedDateTime.compare(change, next) < 0 ? change : next;
}
