import { decimalFromScaled } from '../../decimal.ts';
import type { FeeCategory, FeeSchedule, FeeScheduleKey, WeightTier } from '../../fees/fee-schedule.ts';
import { decimalFromMinor } from '../../money.ts';
import { writeTime } from '../../time.ts';
import { RATE_DECIMALS } from './fee-schedule-fields.ts';
import { POUND_DECIMALS } from './measure.ts';
import { writePromotion } from './promotion.ts';
import { writeSizeRule } from './size-rule.ts';

export function writeFeeScheduleKey(key: FeeScheduleKey): Record<string, unknown> {
  return { marketplaceId: key.marketplaceId, effectiveFrom: writeTime(key.effectiveFromMs) };
}

export function writeFeeSchedule(schedule: FeeSchedule): Record<string, unknown> {
  const { currency, referral, storageMinor } = schedule;
  const amount = (minor: number) => decimalFromMinor(minor, currency);
  return {
    ...writeFeeScheduleKey(schedule),
    scheduleId: schedule.scheduleId,
    version: schedule.version,
    currency,
    taxOnFeesPct: decimalFromScaled(schedule.taxOnFeesBasisPoints, RATE_DECIMALS),
    referral: {
      defaultCategory: referral.defaultCategory,
      categories: mapValues(referral.categories, (category) => writeCategory(category, amount)),
    },
    closing: { amount: amount(schedule.closingMinor) },
    perItem: { amount: amount(schedule.perItemMinor) },
    fulfillment: writeFulfillment(schedule.fulfillment, amount),
    ...(storageMinor !== undefined && {
      storageInformational: { perCubicFootMonth: mapValues(storageMinor, amount) },
    }),
    promotions: schedule.promotions.map((promotion) => writePromotion(promotion, currency)),
  };
}

type Amount = (minor: number) => number;

function writeCategory({ mode, tiers, minimumMinor, media, apparel }: FeeCategory, amount: Amount): unknown {
  return {
    mode,
    tiers: tiers.map(({ upToMinor, rateBasisPoints }) => ({
      upTo: upToMinor === null ? null : amount(upToMinor),
      pct: decimalFromScaled(rateBasisPoints, RATE_DECIMALS),
    })),
    minimum: amount(minimumMinor),
    media,
    apparel,
  };
}

function writeFulfillment(fulfillment: FeeSchedule['fulfillment'], amount: Amount): unknown {
  const { weight, tiers, surcharges, bigAndBulky, programs } = fulfillment;
  return {
    weight: {
      dimDivisor: weight.dimDivisor,
      useUnitWeightOnlyBelowLb: pounds(weight.unitWeightOnlyBelowThousandthsLb),
      packagingLb: pounds(weight.packagingThousandthsLb),
      roundUpTo: pounds(weight.roundUpToThousandthsLb),
    },
    tiers: tiers.map((tier) => ({ maxLb: pounds(tier.maxThousandthsLb), ...writePrice(tier, amount) })),
    surcharges: {
      apparel: amount(surcharges.apparelMinor),
      hazmat: amount(surcharges.hazmatMinor),
      priceUnder10: amount(surcharges.priceUnder10Minor),
      oversize: amount(surcharges.oversizeMinor),
      additionalOversize: amount(surcharges.additionalOversizeMinor),
    },
    oversizeWhen: writeSizeRule(fulfillment.oversizeWhen),
    additionalOversizeWhen: writeSizeRule(fulfillment.additionalOversizeWhen),
    bigAndBulky: { when: writeSizeRule(bigAndBulky.when), ...writePrice(bigAndBulky, amount) },
    programs: mapValues(programs, ({ additionMinor }) => ({ addition: amount(additionMinor) })),
  };
}

function writePrice(price: Omit<WeightTier, 'maxThousandthsLb'>, amount: Amount): Record<string, number> {
  return { base: amount(price.baseMinor), perLb: amount(price.perLbMinor), overLb: pounds(price.overThousandthsLb) };
}

function pounds(thousandths: number): number {
  return decimalFromScaled(thousandths, POUND_DECIMALS);
}

function mapValues<V>(map: { readonly [name: string]: V }, change: (value: V) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}
