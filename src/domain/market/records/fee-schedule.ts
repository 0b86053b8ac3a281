import type { FeeCategory, FeeSchedule, FeeScheduleKey, ReferralTier } from '../../fees/fee-schedule.ts';
import { ID_RULE, isId } from '../../ids.ts';
import { CATEGORY, CLOSING, PER_ITEM, REFERRAL, REFERRAL_TIER, SCHEDULE, STORAGE } from './fee-schedule-fields.ts';
import type { Field } from './field.ts';
import { readFulfillment } from './fulfillment.ts';
import { readPromotions } from './promotion.ts';
import type { RecordInput, RecordReading } from './reading.ts';

export function readFeeScheduleKey(r: RecordReading, input: RecordInput): FeeScheduleKey {
  return {
    marketplaceId: r.id(SCHEDULE.marketplaceId, input.marketplaceId),
    effectiveFromMs: r.time(SCHEDULE.effectiveFrom, input.effectiveFrom),
  };
}

export function readFeeSchedule(r: RecordReading, input: RecordInput): FeeSchedule | undefined {
  const { marketplaceId, effectiveFromMs } = readFeeScheduleKey(r, input);
  r.resolveCurrency(SCHEDULE, marketplaceId, input.currency);
  const scheduleId = r.id(SCHEDULE.scheduleId, input.scheduleId);
  const version = r.text(SCHEDULE.version, input.version);
  const taxOnFeesBasisPoints = r.decimal(SCHEDULE.taxOnFeesPct, input.taxOnFeesPct) ?? 0;
  const referral = readReferral(r, input.referral);
  const closingMinor = readAmount(r, SCHEDULE.closing, CLOSING, input.closing);
  const perItemMinor = readAmount(r, SCHEDULE.perItem, PER_ITEM, input.perItem);
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

function readReferral(r: RecordReading, raw: unknown): FeeSchedule['referral'] | undefined {
  const input = r.object(SCHEDULE.referral, raw);
  if (input === undefined) return undefined;
  r.at('referral');
  const defaultCategory = r.id(REFERRAL.defaultCategory, input.defaultCategory);
  const entries = r.map(REFERRAL.categories, input.categories) ?? [];
  const categories: Record<string, FeeCategory> = {};
  for (const [name, one] of entries) {
    const category = readCategory(r, name, one);
    if (category !== undefined) categories[name] = category;
  }
  r.at('referral');
  if (defaultCategory !== undefined && entries.length > 0 && !entries.some(([name]) => name === defaultCategory)) {
    r.report(REFERRAL.defaultCategory.name, `must be one of the categories, not "${defaultCategory}"`);
  }
  r.at('');
  return { defaultCategory, categories };
}

function readCategory(r: RecordReading, name: string, raw: unknown): FeeCategory | undefined {
  r.at('referral.categories');
  const input = r.object({ ...(REFERRAL.categories.element as Field), name }, raw);
  // The name becomes the key of an object. `__proto__` is not an ID, so this check rejects it.
  if (!isId(name)) r.report(name, `must have a name of ${ID_RULE}`);
  if (input === undefined || !isId(name)) return undefined;
  const path = `referral.categories.${name}`;
  r.at(path);
  const mode = r.word(CATEGORY.mode, input.mode);
  const minimumMinor = r.money(CATEGORY.minimum, input.minimum) ?? 0;
  const media = r.boolean(CATEGORY.media, input.media) ?? false;
  const apparel = r.boolean(CATEGORY.apparel, input.apparel) ?? name.startsWith('apparel');
  const tiers = readTiers(r, path, input.tiers);
  return { mode, tiers, minimumMinor, media, apparel };
}

function readTiers(r: RecordReading, path: string, raw: unknown): ReferralTier[] {
  const list = r.list(CATEGORY.tiers, raw) ?? [];
  const tiers: ReferralTier[] = [];
  for (const [index, one] of list.entries()) {
    r.at(`${path}.tiers`, index);
    const input = r.element(CATEGORY.tiers, one);
    if (input === undefined) continue;
    const upToMinor = r.money(REFERRAL_TIER.upTo, input.upTo) ?? null;
    const rateBasisPoints = r.decimal(REFERRAL_TIER.pct, input.pct);
    const previous = tiers.at(-1)?.upToMinor;
    const isLast = index === list.length - 1;
    const isOpen = input.upTo === undefined || input.upTo === null;
    if (isOpen !== isLast)
      r.report(
        REFERRAL_TIER.upTo.name,
        isLast ? 'must be null in the last tier' : 'must be an amount in every tier but the last',
      );
    if (typeof previous === 'number' && upToMinor !== null && upToMinor <= previous) {
      r.report(REFERRAL_TIER.upTo.name, 'must be more than in the previous tier');
    }
    tiers.push({ upToMinor, rateBasisPoints });
  }
  return tiers;
}

/** A fee that is one amount. 0 when the schedule does not have it. */
function readAmount(
  r: RecordReading,
  field: Field<'optional'>,
  fields: typeof CLOSING | typeof PER_ITEM,
  raw: unknown,
): number {
  const input = r.object(field, raw);
  if (input === undefined) return 0;
  r.at(field.name);
  r.word(fields.appliesTo as Field<'optional'>, input.appliesTo);
  const amount = r.money(fields.amount, input.amount);
  r.at('');
  return amount;
}

function readStorage(r: RecordReading, raw: unknown): Record<string, number> | undefined {
  const input = r.object(SCHEDULE.storageInformational, raw);
  if (input === undefined) return undefined;
  r.at(SCHEDULE.storageInformational.name);
  const entries = r.map(STORAGE.perCubicFootMonth, input.perCubicFootMonth) ?? [];
  r.at('storageInformational.perCubicFootMonth');
  const price = STORAGE.perCubicFootMonth.element as Field<'required'>;
  const prices = entries.map(([name, one]) => [name, r.money({ ...price, name }, one)] as const);
  r.at('');
  return Object.fromEntries(prices);
}
