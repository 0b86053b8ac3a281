import { DAY_MS, dayOf } from '../duration.ts';

/** Sums of a day: how many more there are at its end than at its begin, and at which milliseconds of the day (+ or -). */
export type DaySum = { day: number; delta: number; momentMs: number };

/**
 * The time of each day from `firstDay` until `untilMs`, added up over all that there were: of a listing that held the buy box
 * for half a day, 12 hours. Sums of earlier days say how many there were when `firstDay` began. The order of `sums` does not
 * matter.
 */
function timePerDay(sums: readonly DaySum[], firstDay: number, untilMs: number): number[] {
  const lastDay = dayOf(untilMs - 1);
  const byDay = new Map<number, { delta: number; momentMs: number }>();
  let count = 0;
  for (const { day, delta, momentMs } of sums) {
    const sum = byDay.get(day) ?? { delta: 0, momentMs: 0 };
    if (day < firstDay) count += delta;
    else byDay.set(day, { delta: sum.delta + delta, momentMs: sum.momentMs + momentMs });
  }
  const times: number[] = [];
  for (let day = firstDay; day <= lastDay; day += 1) {
    const { delta, momentMs } = byDay.get(day) ?? { delta: 0, momentMs: 0 };
    const lengthMs = Math.min(DAY_MS, untilMs - day * DAY_MS);
    count += delta;
    // Each of them lasts from its moment to the end of the day, or until now.
    times.push(Math.max(0, count * lengthMs - momentMs));
  }
  return times;
}

/** The time of a UTC day that counts, and how much of it the listing, or each listing on sale, held the buy box. */
export type DayShare = { day: number; heldMs: number; ofMs: number };

/** `observedSinceMs` is undefined when nothing is known. */
export type SharedTime = { observedSinceMs: number | undefined; sinceMs: number; nowMs: number };

/** The shares of each observed day since a time. `whole` is what the times are a part of; the observed time when it is absent. */
export function sharesPerDay(
  { observedSinceMs, sinceMs, nowMs }: SharedTime,
  held: readonly DaySum[],
  whole?: readonly DaySum[],
): DayShare[] {
  if (observedSinceMs === undefined || observedSinceMs >= nowMs) return [];
  const firstDay = dayOf(Math.max(sinceMs, observedSinceMs));
  const wholeMs = timePerDay(
    whole ?? [{ day: dayOf(observedSinceMs), delta: 1, momentMs: observedSinceMs % DAY_MS }],
    firstDay,
    nowMs,
  );
  return timePerDay(held, firstDay, nowMs).map((heldMs, n) => {
    const ofMs = wholeMs[n] ?? 0;
    // Clocks of two machines may differ by some milliseconds.
    return { day: firstDay + n, heldMs: Math.min(heldMs, ofMs), ofMs };
  });
}
