import type { Sql } from '../../../db/db.ts';
import type { DatedPromotion, DatedSchedule, FeeNews } from '../../../domain/fees/fee-news.ts';
import type { FeeSchedule } from '../../../domain/fees/fee-schedule.ts';
import type { FeeTally } from '../../../domain/fees/fee-tally.ts';

/** News of a marketplace for its sellers. */
export type FeeTask = { marketplaceId: string; atMs: number; news: readonly FeeNews[] };

/** Where a walk through sellers and their listings is. Without a tally, `sellerId` is done. */
export type WalkPlace = { sellerId: string; afterSku: string; tally: FeeTally | undefined };

export type StoredTask = Pick<FeeTask, 'marketplaceId' | 'atMs'> & { id: number; place: WalkPlace };

export async function addTask(tx: Sql, { marketplaceId, atMs, news }: FeeTask): Promise<void> {
  const row = await tx.get<{ id: number }>(
    `INSERT INTO fee_task (marketplace_id, at_ms, seller_id, after_sku) VALUES ($1, $2, '', '') RETURNING id`,
    [marketplaceId, atMs],
  );
  await tx.run('INSERT INTO fee_task_facts (task_id, facts) VALUES ($1, $2)', [row?.id ?? 0, pack(news)]);
}

/** The oldest task. It is locked until the transaction ends. A process of the release before may have begun with it. */
export async function lockNextTask(tx: Sql): Promise<StoredTask | undefined> {
  const row = await tx.get<Omit<StoredTask, 'place'> & StoredPlace>(
    `SELECT id, marketplace_id AS "marketplaceId", at_ms AS "atMs", ${placeColumns} FROM fee_task ORDER BY id LIMIT 1
     {postgres: FOR UPDATE}`,
  );
  if (row === undefined) return undefined;
  const { id, marketplaceId, atMs } = row;
  return { id, marketplaceId, atMs, place: placeOf(row) };
}

/** A place as columns. */
export type StoredPlace = Omit<WalkPlace, 'tally'> & { tally: string | null };

export const placeColumns = 'seller_id AS "sellerId", after_sku AS "afterSku", tally';

export const placeOf = ({ sellerId, afterSku, tally }: StoredPlace): WalkPlace => ({
  ...{ sellerId, afterSku, tally: tally === null ? undefined : JSON.parse(tally) },
});

/** The news of a task that walks have replaced. */
export async function readNews(tx: Sql, taskId: number): Promise<FeeNews[]> {
  const row = await tx.get<{ facts: string }>('SELECT facts FROM fee_walk_facts WHERE task_id = $1', [taskId]);
  return unpack(row?.facts ?? '{"schedules":[],"news":[]}');
}

export async function removeTask(tx: Sql, taskId: number): Promise<void> {
  await tx.run('DELETE FROM fee_task_facts WHERE task_id = $1', [taskId]);
  await tx.run('DELETE FROM fee_task WHERE id = $1', [taskId]);
}

/*
 * Several news have the same schedules, which are long: each is stored once. When they are read, the same schedule is the same
 * object again, so that its fees are estimated once for a listing.
 */

type Packed = { schedules: FeeSchedule[]; news: unknown[] };

function pack(news: readonly FeeNews[]): string {
  const schedules: FeeSchedule[] = [];
  const numberOf = (schedule: FeeSchedule): number => {
    if (!schedules.includes(schedule)) schedules.push(schedule);
    return schedules.indexOf(schedule);
  };
  const packed: Packed = { schedules, news: news.map((one) => withSchedules(one, numberOf)) };
  return JSON.stringify(packed);
}

function unpack(text: string): FeeNews[] {
  const { schedules, news }: Packed = JSON.parse(text);
  return news.map((one) => withSchedules(one as FeeNews, (n) => schedules[n as never] as FeeSchedule)) as FeeNews[];
}

/** The same news with something else in the place of each schedule. */
function withSchedules(news: FeeNews, of: (schedule: FeeSchedule) => unknown): unknown {
  const dated = (fees: DatedSchedule | undefined) => fees && { ...fees, schedule: of(fees.schedule) };
  const promotion = (one: DatedPromotion | undefined) => one && { ...one, fees: dated(one.fees) };
  if (news.kind === 'FEE_PROMOTION') return { ...news, before: promotion(news.before), after: promotion(news.after) };
  const { before, after, told } = news;
  const announced = told && { before: dated(told.before), after: dated(told.after) };
  return { ...news, before: dated(before), after: dated(after), told: announced };
}
