import { MINUTE_MS } from '../duration.ts';

/**
 * The time in which one process counted. All requests that it answered before `untilMs` are in the store. `endedMs`: what it answered
 * from `untilMs` until then is lost; equal to `untilMs` when nothing is; null while it runs, or when it was killed.
 */
export type CountedSpan = { readonly fromMs: number; readonly untilMs: number; readonly endedMs: number | null };

export type TimeRange = { readonly fromMs: number; readonly toMs: number };

/** A time of which counts are missing: those of all processes (`none` counted), or of one that others ran beside (`part`). */
type UsageGap = TimeRange & { readonly counted: 'none' | 'part' };

/** A process writes several times a minute: one that did not for so long was killed, and answered nothing later than that. */
export const MAX_LOST_MS: number = MINUTE_MS;

export type Coverage = {
  /** What is before it is complete, but for the gaps: what running processes counted later is not written yet. */
  readonly untilMs: number;
  /** In the order of their beginning. */
  readonly gaps: readonly UsageGap[];
};

/** What the spans say about a range of time. */
export function coverageOf(spans: readonly CountedSpan[], { fromMs, toMs }: TimeRange, nowMs: number): Coverage {
  const running = spans.filter(({ untilMs, endedMs }) => endedMs === null && nowMs - untilMs <= MAX_LOST_MS);
  const untilMs = Math.min(toMs, nowMs, ...running.map((span) => span.untilMs));
  const gaps: UsageGap[] = [];
  const add = (gap: UsageGap) => {
    const clipped = { ...gap, fromMs: Math.max(gap.fromMs, fromMs), toMs: Math.min(gap.toMs, untilMs) };
    if (clipped.fromMs < clipped.toMs) gaps.push(clipped);
  };
  let coveredMs = fromMs;
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    add({ fromMs: coveredMs, toMs: span.fromMs, counted: 'none' });
    coveredMs = Math.max(coveredMs, span.untilMs);
  }
  add({ fromMs: coveredMs, toMs: untilMs, counted: 'none' });
  const uncounted = [...gaps];
  for (const span of spans) {
    if (running.includes(span)) continue;
    const lost = { fromMs: span.untilMs, toMs: span.endedMs ?? span.untilMs + MAX_LOST_MS };
    // A time in which no process counted is a gap already.
    const known = uncounted.find((gap) => gap.fromMs <= lost.fromMs && lost.fromMs < gap.toMs);
    add({ fromMs: Math.max(lost.fromMs, known?.toMs ?? 0), toMs: lost.toMs, counted: 'part' });
  }
  return { untilMs, gaps: merged(gaps) };
}

/** Gaps of one kind that touch are one. */
function merged(gaps: readonly UsageGap[]): UsageGap[] {
  const joined: UsageGap[] = [];
  for (const gap of gaps.toSorted((a, b) => a.fromMs - b.fromMs || a.toMs - b.toMs)) {
    const last = joined.at(-1);
    if (last?.counted !== gap.counted || last.toMs < gap.fromMs) joined.push(gap);
    else joined[joined.length - 1] = { ...last, toMs: Math.max(last.toMs, gap.toMs) };
  }
  return joined;
}
