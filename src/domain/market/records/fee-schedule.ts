import type { FeeCategory, FeeSchedule, FeeScheduleKey, ReferralTier } from '../../fees/fee-schedule.ts';
import { ID_RULE, isId } from '../../ids.ts';
import { C, CLOSING, F, O, PER_ITEM, R, T } from './fee-schedule-fields.ts';
import type { Field } from './field.ts';
import { readFulfillment } from './fulfillment.ts';
import { readPromotions } from './promotion.ts';
import {
  getBoolean,
  getDecimal,
  getElement,
  getId,
  getList,
  getMap,
  getMoney,
  getObject,
  getText,
  getTime,
  getWord,
  type Input,
  type Reading,
  settleCurrency,
} from './reading.ts';

export function readFeeScheduleKey(r: Reading, input: Input): FeeScheduleKey {
  return {
    marketplaceId: getId(r, F.marketplaceId, input.marketplaceId),
    effectiveFromMs: getTime(r, F.effectiveFrom, input.effectiveFrom),
  };
}

export function readFeeSchedule(r: Reading, input: Input): FeeSchedule | undefined {
  const { marketplaceId, effectiveFromMs } = readFeeScheduleKey(r, input);
  settleCurrency(r, F, marketplaceId, input.currency);
  const scheduleId = getId(r, F.scheduleId, input.scheduleId);
  const version = getText(r, F.version, input.version);
  const taxOnFeesBasisPoints = getDecimal(r, F.taxOnFeesPct, input.taxOnFeesPct) ?? 0;
  const referral = readReferral(r, input.referral);
  const closingMinor = readAmount(r, F.closing, CLOSING, input.closing);
  const perItemMinor = readAmount(r, F.perItem, PER_ITEM, input.perItem);
  const fulfillment = readFulfillment(r, input.fulfillment);
  const storageMinor = readStorage(r, input.storageInformational);
  const promotions = readPromotions(r, input.promotions);
  if (r.problems !== undefined || referral === undefined || fulfillment === undefined) return undefined;
  const schedule: FeeSchedule = {
    marketplaceId,
    effectiveFromMs,
    scheduleId,
    version,
    currency: r.currency,
    taxOnFeesBasisPoints,
    referral,
    closingMinor,
    perItemMinor,
    fulfillment,
    promotions,
  };
  if (storageMinor !== undefined) schedule.storageMinor = storageMinor;
  return schedule;
}

function readReferral(r: Reading, raw: unknown): FeeSchedule['referral'] | undefined {
  const input = getObject(r, F.referral, raw);
  if (input === undefined) return undefined;
  r.at('referral');
  const defaultCategory = getId(r, R.defaultCategory, input.defaultCategory);
  const entries = getMap(r, R.categories, input.categories) ?? [];
  const categories: Record<string, FeeCategory> = {};
  for (const [name, one] of entries) {
    const category = readCategory(r, name, one);
    if (category !== undefined) categories[name] = category;
  }
  r.at('referral');
  if (defaultCategory !== undefined && entries.length > 0 && !entries.some(([name]) => name === defaultCategory)) {
    r.say(R.defaultCategory.name, `must be one of the categories, not "${defaultCategory}"`);
  }
  r.at('');
  return { defaultCategory, categories };
}

function readCategory(r: Reading, name: string, raw: unknown): FeeCategory | undefined {
  r.at('referral.categories');
  const input = getObject(r, { ...(R.categories.element as Field), name }, raw);
  // The name becomes a key of an object: `__proto__` is no ID and stops here.
  if (!isId(name)) r.say(name, `must be named by ${ID_RULE}`);
  if (input === undefined || !isId(name)) return undefined;
  const place = `referral.categories.${name}`;
  r.at(place);
  const mode = getWord(r, C.mode, input.mode);
  const minimumMinor = getMoney(r, C.minimum, input.minimum) ?? 0;
  const media = getBoolean(r, C.media, input.media) ?? false;
  const apparel = getBoolean(r, C.apparel, input.apparel) ?? name.startsWith('apparel');
  const tiers = readTiers(r, place, input.tiers);
  return { mode, tiers, minimumMinor, media, apparel };
}

function readTiers(r: Reading, place: string, raw: unknown): ReferralTier[] {
  const list = getList(r, C.tiers, raw) ?? [];
  const tiers: ReferralTier[] = [];
  for (const [index, one] of list.entries()) {
    const input = getElement(r, C.tiers, `${place}.tiers`, index, one);
    if (input === undefined) continue;
    const upToMinor = getMoney(r, T.upTo, input.upTo) ?? null;
    const rateBasisPoints = getDecimal(r, T.pct, input.pct);
    const before = tiers.at(-1)?.upToMinor;
    const last = index === list.length - 1;
    const open = input.upTo === undefined || input.upTo === null;
    if (open !== last) r.say(T.upTo.name, last ? 'must be null in the last tier' : 'must be an amount but in the last');
    if (typeof before === 'number' && upToMinor !== null && upToMinor <= before) {
      r.say(T.upTo.name, 'must be more than in the tier before');
    }
    tiers.push({ upToMinor, rateBasisPoints });
  }
  return tiers;
}

/** A fee of one amount; 0 when the schedule does not have it. */
function readAmount(
  r: Reading,
  field: Field<'optional'>,
  fields: typeof CLOSING | typeof PER_ITEM,
  raw: unknown,
): number {
  const input = getObject(r, field, raw);
  if (input === undefined) return 0;
  r.at(field.name);
  getWord(r, fields.appliesTo as Field<'optional'>, input.appliesTo);
  const amount = getMoney(r, fields.amount, input.amount);
  r.at('');
  return amount;
}

function readStorage(r: Reading, raw: unknown): Record<string, number> | undefined {
  const input = getObject(r, F.storageInformational, raw);
  if (input === undefined) return undefined;
  r.at(F.storageInformational.name);
  const entries = getMap(r, O.perCubicFootMonth, input.perCubicFootMonth) ?? [];
  r.at('storageInformational.perCubicFootMonth');
  const price = O.perCubicFootMonth.element as Field<'required'>;
  const prices = entries.map(([name, one]) => [name, getMoney(r, { ...price, name }, one)] as const);
  r.at('');
  return Object.fromEntries(prices);
}
