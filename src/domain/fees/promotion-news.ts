import type { DatedPromotion, PromotionNews } from './fee-news.ts';
import type { FeePromotion, FeeSchedule } from './fee-schedule.ts';
import { promotionsAt, sameFigures, sameTerms } from './same-figures.ts';

/**
 * The promotions that began, changed or ended between a look at the schedule in force then and a later one. A promotion is the
 * same when it has the same id: a new schedule may carry it on.
 */
export function promotionNews(
  { inForce, atMs }: { inForce?: FeeSchedule; atMs: number },
  current: FeeSchedule | undefined,
  nowMs: number,
): PromotionNews[] {
  const [before, after] = [datedById(inForce, atMs), datedById(current, nowMs)];
  const news: PromotionNews[] = [];
  for (const [id, one] of before) {
    const now = after.get(id);
    // For sellers whose listings it does not reduce any more, one that has changed has ended, too.
    const ended = { ...one, promotion: { ...one.promotion, untilMs: endOf(one.promotion, atMs, current, nowMs) } };
    if (now === undefined) news.push({ kind: 'FEE_PROMOTION', before: ended, hasNewTerms: true });
    else if (!sameTerms(one.promotion, now.promotion)) {
      const hasNewTerms = !sameReduction(one.promotion, now.promotion);
      news.push({ kind: 'FEE_PROMOTION', before: ended, after: now, hasNewTerms });
    }
  }
  for (const [id, one] of after) {
    if (!before.has(id)) news.push({ kind: 'FEE_PROMOTION', after: one, hasNewTerms: true });
  }
  const areFeesSame = inForce !== undefined && current !== undefined && sameFigures(inForce, current);
  return areFeesSame ? [...news, ...changesOfOthers(news, before, after, nowMs)] : news;
}

type Dated = ReadonlyMap<string, DatedPromotion>;

/**
 * Promotions on one fee take off at most all of it: one that stays as it is takes off more when another one ends, and less, or nothing,
 * when another one begins.
 */
function changesOfOthers(news: readonly PromotionNews[], before: Dated, after: Dated, nowMs: number): PromotionNews[] {
  const isConcerned = sharesFeeWith(news.flatMap((one) => [one.before, one.after].flatMap((dated) => dated ?? [])));
  return [...before].flatMap(([id, one]): PromotionNews[] => {
    const now = after.get(id);
    if (now === undefined || !sameTerms(one.promotion, now.promotion) || !isConcerned(one.promotion)) return [];
    const ended = { ...one, promotion: { ...one.promotion, untilMs: nowMs } };
    return [{ kind: 'FEE_PROMOTION', before: ended, after: now, hasNewTerms: false }];
  });
}

/** Whether a promotion may reduce a fee that one of these reduces, too. */
function sharesFeeWith(dated: readonly DatedPromotion[]): (promotion: FeePromotion) => boolean {
  const byFee = Map.groupBy(dated, ({ promotion }) => promotion.feeType);
  const itemsByFee = new Map(
    Array.from(byFee, ([feeType, list]) => [
      feeType,
      new Set(list.flatMap((one) => one.promotion.itemIds ?? EVERY_ITEM)),
    ]),
  );
  return ({ feeType, itemIds }) => {
    const items = itemsByFee.get(feeType);
    return (
      items !== undefined && (itemIds === undefined || items.has(EVERY_ITEM) || itemIds.some((id) => items.has(id)))
    );
  };
}

/** No item has this id. */
const EVERY_ITEM = '';

function datedById(schedule: FeeSchedule | undefined, atMs: number): Map<string, DatedPromotion> {
  const promotions = schedule === undefined ? [] : promotionsAt(schedule, atMs);
  return new Map(
    promotions.map((promotion) => [
      promotion.promotionId,
      { promotion, fees: { schedule: schedule as FeeSchedule, atMs } },
    ]),
  );
}

/** By its own date, by the schedule that followed, or because the operator has just changed the record. */
function endOf({ untilMs }: FeePromotion, atMs: number, current: FeeSchedule | undefined, nowMs: number): number {
  const nextMs = current !== undefined && current.effectiveFromMs > atMs ? current.effectiveFromMs : nowMs;
  return Math.min(untilMs, nextMs);
}

const sameReduction = (a: FeePromotion, b: FeePromotion) =>
  (['feeType', 'kind', 'value', 'fromMs', 'untilMs'] as const).every((name) => a[name] === b[name]);
