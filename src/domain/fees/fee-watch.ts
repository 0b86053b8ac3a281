import { DAY_MS } from '../duration.ts';
import { scheduleInForce } from './estimate.ts';
import { type ChangeNews, type FeeNews, NOTICE_DAYS } from './fee-news.ts';
import type { FeeSchedule } from './fee-schedule.ts';
import { promotionNews } from './promotion-news.ts';
import { sameFigures, sameFiguresAt } from './same-figures.ts';

/** What the sellers of a marketplace know of its fees: by events, or because it was so before somebody received any. */
export type KnownFees = {
  /** The last look. */
  atMs: number;
  /** The schedule in force then. Absent: none. */
  inForce?: FeeSchedule;
  /** The later schedules that were announced, as they were then, and the last notice. */
  announced: { schedule: FeeSchedule; daysBefore: number }[];
};

/** The result of a look: what to announce, what is known afterwards, and when the next look is due. */
export type FeeLook = { news: FeeNews[]; known: KnownFees; nextMs: number };

/** `nextMs` is never later: a change that nobody reported is found then, and a wrong clock does no harm for longer. */
const MAX_UNSEEN_MS = DAY_MS;

/** What is known before the first announcement: the fees in force. */
export function firstKnown(schedules: readonly FeeSchedule[], atMs: number): KnownFees {
  const inForce = scheduleInForce(schedules, atMs);
  return { atMs, ...(inForce && { inForce }), announced: [] };
}

/**
 * Compares what is known with the schedules of the marketplace at a time. States between two looks are not
 * announced: a promotion that began and ended meanwhile, a notice that a later one has replaced.
 */
export function lookAtFees(known: KnownFees, schedules: readonly FeeSchedule[], nowMs: number): FeeLook {
  const current = scheduleInForce(schedules, nowMs);
  const announced: KnownFees['announced'] = [];
  const news: FeeNews[] = [
    ...promotionNews(known, current, nowMs),
    ...changeInForce(known, current, nowMs),
    ...withdrawals(known, schedules, nowMs),
  ];
  for (const schedule of schedules.filter(({ effectiveFromMs }) => effectiveFromMs > nowMs).sort(byDate)) {
    const earlier = known.announced.find((one) => isSameDate(one.schedule, schedule));
    // A clock that was set back repeats no notice.
    const daysBefore = Math.min(noticeAt(schedule, nowMs) ?? Infinity, earlier?.daysBefore ?? Infinity);
    if (daysBefore === Infinity) continue;
    const change = changeAt(schedules, schedule.effectiveFromMs);
    // Nothing is in force before: there is nothing to compare with yet.
    if (change === undefined) continue;
    announced.push({ schedule, daysBefore });
    const isNotice = earlier === undefined || daysBefore < earlier.daysBefore;
    const other = earlier && announcedOtherwise(known, earlier.schedule, change);
    if (!isNotice && !other) continue;
    news.push({ kind: 'FEE_CHANGED', about: aboutOf(schedule), daysBefore, ...change, ...other, isNotice });
  }
  return {
    news,
    known: { atMs: nowMs, ...(current && { inForce: current }), announced },
    nextMs: nextLookMs(schedules, current, nowMs),
  };
}

/**
 * The schedule in force is not the one that sellers know of: it was loaded too late for a notice, or corrected. Promotions are
 * announced by themselves.
 */
function changeInForce(
  { atMs, inForce, announced }: KnownFees,
  current: FeeSchedule | undefined,
  nowMs: number,
): ChangeNews[] {
  if (inForce === undefined || current === undefined) return [];
  const reached = announced.filter(({ schedule }) => schedule.effectiveFromMs <= nowMs).at(-1)?.schedule;
  if (sameFigures(reached ?? inForce, current)) return [];
  const fromMs = current.effectiveFromMs > atMs ? current.effectiveFromMs : nowMs;
  return [
    {
      ...{ kind: 'FEE_CHANGED', about: { ...aboutOf(current), effectiveFromMs: fromMs }, daysBefore: 0 },
      ...{ before: { schedule: inForce, atMs: fromMs - 1 }, after: { schedule: current, atMs: fromMs } },
      ...(reached && { told: { after: { schedule: reached, atMs: fromMs } } }),
      isNotice: reached === undefined,
    },
  ];
}

/** Later schedules that were announced, and that the operator has removed, or moved to another date. */
function withdrawals({ announced }: KnownFees, schedules: readonly FeeSchedule[], nowMs: number): ChangeNews[] {
  return announced.flatMap(({ schedule, daysBefore }): ChangeNews[] => {
    const { effectiveFromMs } = schedule;
    if (effectiveFromMs <= nowMs || schedules.some((one) => isSameDate(one, schedule))) return [];
    const change = changeAt(schedules, effectiveFromMs);
    if (change === undefined) return [];
    const after = { schedule, atMs: effectiveFromMs };
    return [{ kind: 'FEE_CHANGED', about: aboutOf(schedule), daysBefore, ...change, told: { after }, isNotice: false }];
  });
}

/** What was announced of a later schedule, if its figures or those before it are others now. */
function announcedOtherwise(
  { inForce, announced }: KnownFees,
  after: FeeSchedule,
  change: Pick<ChangeNews, 'before' | 'after'>,
): Pick<ChangeNews, 'told'> | undefined {
  const { atMs } = change.after;
  // All schedules up to an announced one were announced, too.
  const earlier = [...(inForce ? [inForce] : []), ...announced.map(({ schedule }) => schedule)];
  const before = scheduleInForce(earlier, atMs - 1);
  const isSame =
    sameFiguresAt(after, change.after.schedule, atMs) &&
    (before === undefined || sameFiguresAt(before, change.before.schedule, atMs - 1));
  if (isSame) return undefined;
  return {
    told: { ...(before && { before: { schedule: before, atMs: atMs - 1 } }), after: { schedule: after, atMs } },
  };
}

/** The fees just before a time and from then on, as `POST /products/fees/v4/compare` compares them. */
function changeAt(schedules: readonly FeeSchedule[], atMs: number): Pick<ChangeNews, 'before' | 'after'> | undefined {
  const [before, after] = [scheduleInForce(schedules, atMs - 1), scheduleInForce(schedules, atMs)];
  if (before === undefined || after === undefined) return undefined;
  return { before: { schedule: before, atMs: atMs - 1 }, after: { schedule: after, atMs } };
}

/** The last notice whose time has come. */
const noticeAt = ({ effectiveFromMs }: FeeSchedule, nowMs: number): number | undefined =>
  NOTICE_DAYS.findLast((days) => effectiveFromMs - days * DAY_MS <= nowMs);

function nextLookMs(schedules: readonly FeeSchedule[], current: FeeSchedule | undefined, nowMs: number): number {
  const times = schedules.flatMap(({ effectiveFromMs }) => [
    effectiveFromMs,
    ...NOTICE_DAYS.map((days) => effectiveFromMs - days * DAY_MS),
  ]);
  for (const { fromMs, untilMs } of current?.promotions ?? []) times.push(fromMs, untilMs);
  return times.filter((time) => time > nowMs).reduce((a, b) => Math.min(a, b), nowMs + MAX_UNSEEN_MS);
}

const aboutOf = ({ scheduleId, version, effectiveFromMs }: FeeSchedule) => ({ scheduleId, version, effectiveFromMs });

const isSameDate = (a: FeeSchedule, b: FeeSchedule) => a.effectiveFromMs === b.effectiveFromMs;

const byDate = (a: FeeSchedule, b: FeeSchedule) => a.effectiveFromMs - b.effectiveFromMs;
