import { decimalFromScaled } from '../../decimal.ts';
import type { FeePromotion } from '../../fees/fee-schedule.ts';
import { decimalFromMinor } from '../../money.ts';
import { writeTime } from '../../time.ts';
import { MAX_VALUE, PROMOTION, RATE_DECIMALS, SCHEDULE, valueField } from './fee-schedule-fields.ts';
import type { RecordInput, RecordReading } from './reading.ts';

const percentage = valueField(RATE_DECIMALS, 100);

export function readPromotions(r: RecordReading, raw: unknown): FeePromotion[] {
  const promotions: FeePromotion[] = [];
  const ids = new Set<string>();
  const list = r.list(SCHEDULE.promotions, raw) ?? [];
  for (const [index, one] of list.entries()) {
    r.at(SCHEDULE.promotions.name, index);
    const input = r.element(SCHEDULE.promotions, one);
    if (input === undefined) continue;
    const promotion = readPromotion(r, input);
    if (ids.has(promotion.promotionId)) r.report(PROMOTION.promotionId.name, 'must be unique in the schedule');
    if (promotion.promotionId !== undefined) ids.add(promotion.promotionId);
    promotions.push(promotion);
  }
  r.at('');
  return promotions;
}

function readPromotion(r: RecordReading, input: RecordInput): FeePromotion {
  const kind = r.word(PROMOTION.kind, input.kind);
  const promotion: FeePromotion = {
    promotionId: r.id(PROMOTION.promotionId, input.promotionId),
    name: r.text(PROMOTION.name, input.name),
    feeType: r.word(PROMOTION.feeType, input.feeType),
    kind,
    value: r.decimal(kind === 'fixed' ? valueField(r.decimals, MAX_VALUE) : percentage, input.value),
    fromMs: r.time(PROMOTION.from, input.from),
    untilMs: r.time(PROMOTION.until, input.until),
  };
  const minPriceMinor = r.money(PROMOTION.minPrice, input.minPrice);
  const maxPriceMinor = r.money(PROMOTION.maxPrice, input.maxPrice);
  const categories = r.ids(PROMOTION.categories, input.categories);
  const itemIds = r.ids(PROMOTION.itemIds, input.itemIds);
  if (promotion.untilMs <= promotion.fromMs) r.report(PROMOTION.until.name, 'must be after from');
  if (minPriceMinor !== undefined && maxPriceMinor !== undefined && maxPriceMinor < minPriceMinor) {
    r.report(PROMOTION.maxPrice.name, 'must not be less than minPrice');
  }
  if (minPriceMinor !== undefined) promotion.minPriceMinor = minPriceMinor;
  if (maxPriceMinor !== undefined) promotion.maxPriceMinor = maxPriceMinor;
  if (categories !== undefined) promotion.categories = categories;
  if (itemIds !== undefined) promotion.itemIds = itemIds;
  return promotion;
}

export function writePromotion(promotion: FeePromotion, currency: string): Record<string, unknown> {
  const { promotionId, name, feeType, kind, value, minPriceMinor, maxPriceMinor, categories, itemIds } = promotion;
  return {
    promotionId,
    name,
    feeType,
    kind,
    value: kind === 'fixed' ? decimalFromMinor(value, currency) : decimalFromScaled(value, RATE_DECIMALS),
    ...(minPriceMinor !== undefined && { minPrice: decimalFromMinor(minPriceMinor, currency) }),
    ...(maxPriceMinor !== undefined && { maxPrice: decimalFromMinor(maxPriceMinor, currency) }),
    from: writeTime(promotion.fromMs),
    until: writeTime(promotion.untilMs),
    ...(categories !== undefined && { categories }),
    ...(itemIds !== undefined && { itemIds }),
  };
}
