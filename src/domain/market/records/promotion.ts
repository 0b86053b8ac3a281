import { decimalFromScaled } from '../../decimal.ts';
import type { FeePromotion } from '../../fees/fee-schedule.ts';
import { decimalFromMinor } from '../../money.ts';
import { writeTime } from '../../time.ts';
import { F, MAX_VALUE, P, RATE_DECIMALS, valueField } from './fee-schedule-fields.ts';
import {
  getDecimal,
  getElement,
  getId,
  getIds,
  getList,
  getMoney,
  getText,
  getTime,
  getWord,
  type Input,
  type Reading,
} from './reading.ts';

const percentage = valueField(RATE_DECIMALS, 100);

export function readPromotions(r: Reading, raw: unknown): FeePromotion[] {
  const promotions: FeePromotion[] = [];
  const ids = new Set<string>();
  const list = getList(r, F.promotions, raw) ?? [];
  for (const [index, one] of list.entries()) {
    const input = getElement(r, F.promotions, F.promotions.name, index, one);
    if (input === undefined) continue;
    const promotion = readPromotion(r, input);
    if (ids.has(promotion.promotionId)) r.say(P.promotionId.name, 'must not be given twice in a schedule');
    if (promotion.promotionId !== undefined) ids.add(promotion.promotionId);
    promotions.push(promotion);
  }
  r.at('');
  return promotions;
}

function readPromotion(r: Reading, input: Input): FeePromotion {
  const kind = getWord(r, P.kind, input.kind);
  const promotion: FeePromotion = {
    promotionId: getId(r, P.promotionId, input.promotionId),
    name: getText(r, P.name, input.name),
    feeType: getWord(r, P.feeType, input.feeType),
    kind,
    value: getDecimal(r, kind === 'fixed' ? valueField(r.decimals, MAX_VALUE) : percentage, input.value),
    fromMs: getTime(r, P.from, input.from),
    untilMs: getTime(r, P.until, input.until),
  };
  const minPriceMinor = getMoney(r, P.minPrice, input.minPrice);
  const maxPriceMinor = getMoney(r, P.maxPrice, input.maxPrice);
  const categories = getIds(r, P.categories, input.categories);
  const itemIds = getIds(r, P.itemIds, input.itemIds);
  if (promotion.untilMs <= promotion.fromMs) r.say(P.until.name, 'must be after from');
  if (minPriceMinor !== undefined && maxPriceMinor !== undefined && maxPriceMinor < minPriceMinor) {
    r.say(P.maxPrice.name, 'must not be less than minPrice');
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
