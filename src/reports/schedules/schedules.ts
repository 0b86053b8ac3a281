import type { Db } from '../../db/db.ts';
import { MAX_SCHEDULES, type ReportSchedule, type WantedSchedule } from '../../domain/reports/schedule.ts';
import { nextReportMs } from '../../domain/reports/schedule-time.ts';
import { recordOwner, removeFormerOwners } from '../../notifications/applications/delegated-application.ts';
import { lockSeller } from '../report-owners.ts';
import type { ReportAccess } from '../report-table.ts';
import { countSchedules, putSchedule, removeSchedule, scheduleBy, schedulesOf } from './schedule-table.ts';

/** Makes a seller a receiver of events, as asking for a report does. */
type EventReceivers = { receiveEvents(sellerId: string): Promise<void> };

/** Regular reports, for those who ask for them. `start-due.ts` starts them. */
export class Schedules {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #receivers: EventReceivers;

  constructor(db: Db, now: () => number, receivers: EventReceivers) {
    this.#db = db;
    this.#now = now;
    this.#receivers = receivers;
  }

  /**
   * Adds a schedule, or replaces the maker's schedule with this id. A report that is due already, and has not been started, stays due when
   * the time is the same.
   */
  async put(wanted: WantedSchedule): Promise<ReportSchedule | { rejected: 'tooMany' }> {
    await this.#receivers.receiveEvents(wanted.sellerId);
    return this.#db.transaction(async (tx) => {
      await lockSeller(tx, wanted.sellerId);
      const nowMs = this.#now();
      const before = await scheduleBy(tx, wanted);
      if (before === undefined && (await countSchedules(tx, wanted.sellerId)) >= MAX_SCHEDULES)
        return { rejected: 'tooMany' as const };
      const isDue = before !== undefined && before.nextMs <= nowMs && isSameTime(before, wanted);
      const schedule: ReportSchedule = {
        ...wanted,
        createdMs: before?.createdMs ?? nowMs,
        changedMs: nowMs,
        nextMs: isDue ? before.nextMs : nextReportMs(wanted.time, nowMs),
        lastReportId: before?.lastReportId,
      };
      await putSchedule(tx, schedule);
      if (wanted.application !== undefined) await recordOwner(tx, wanted.sellerId, wanted.application, nowMs);
      return schedule;
    });
  }

  list(access: ReportAccess): Promise<ReportSchedule[]> {
    return schedulesOf(this.#db, access);
  }

  /** The seller's own comes before those of its applications under the same id. Undefined: the caller has none. */
  async find(access: ReportAccess, id: string): Promise<ReportSchedule | undefined> {
    const own = await scheduleBy(this.#db, { ...access, id });
    if (own !== undefined || access.application !== undefined) return own;
    return (await schedulesOf(this.#db, access)).find((one) => one.id === id);
  }

  /** False: it is gone already. Reports that it asked for stay. */
  remove(schedule: ReportSchedule): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      await lockSeller(tx, schedule.sellerId);
      const isRemoved = (await removeSchedule(tx, schedule)) > 0;
      await removeFormerOwners(tx, schedule.sellerId);
      return isRemoved;
    });
  }
}

const isSameTime = ({ time: a }: ReportSchedule, { time: b }: WantedSchedule) =>
  a.hour === b.hour && a.weekday === b.weekday && a.timeZone === b.timeZone;
