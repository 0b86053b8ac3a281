import type { FeeBasis, FeeExplanation, FulfillmentBasis, ReferralBasis } from '../../domain/fees/explanation.ts';
import { writeTime } from '../../domain/time.ts';
import { writeMoney } from '../money.ts';

/** The rule and tier of a fee, and every figure they applied to. An open object. */
export function writeExplanation(explanation: FeeExplanation, currency: string): object {
  const { schedule, basis, promotions, taxRateBasisPoints } = explanation;
  return {
    Rule: basis.rule,
    ...writeBasis(basis, currency),
    Promotions: promotions.map(({ promotionId, name, amountMinor }) => ({
      PromotionId: promotionId,
      Name: name,
      Amount: writeMoney(amountMinor, currency),
    })),
    TaxRatePercent: taxRateBasisPoints / 100,
    Schedule: writeSchedule(schedule),
  };
}

export function writeSchedule({ scheduleId, version, effectiveFromMs }: FeeExplanation['schedule']): object {
  return { ScheduleId: scheduleId, Version: version, EffectiveFrom: writeTime(effectiveFromMs) };
}

function writeBasis(basis: FeeBasis, currency: string): object {
  switch (basis.rule) {
    case 'PerItemPlan':
      return { Plan: basis.plan };
    case 'ClosingMedia':
    case 'ClosingNotMedia':
      return writeCategory(basis.category);
    case 'ReferralBand':
    case 'ReferralMarginal':
      return { ...writeCategory(basis.category), ...writeReferral(basis, currency) };
    default:
      return { ...writeCategory(basis.category), ...writeFulfillment(basis, currency) };
  }
}

function writeCategory({ itemCategory, chargedAs, isDefault }: ReferralBasis['category']): object {
  return { Category: itemCategory, ChargedAs: chargedAs, IsDefaultCategory: isDefault };
}

function writeReferral(basis: ReferralBasis, currency: string): object {
  return {
    Base: writeMoney(basis.baseMinor, currency),
    BaseIncludesShipping: basis.includesShipping,
    Tiers: basis.tiers.map(({ upToMinor, rateBasisPoints, baseMinor, amountMinor }) => ({
      UpTo: upToMinor === null ? undefined : writeMoney(upToMinor, currency),
      RatePercent: rateBasisPoints / 100,
      Base: writeMoney(baseMinor, currency),
      Amount: writeMoney(amountMinor, currency),
    })),
    Minimum: basis.minimumMinor === undefined ? undefined : writeMoney(basis.minimumMinor, currency),
  };
}

function writeFulfillment({ program, size, weights, tier, surcharges }: FulfillmentBasis, currency: string): object {
  return {
    Program: { Name: program.name, Addition: writeMoney(program.additionMinor, currency) },
    Size: {
      LongestIn: size.longestHundredthsIn / 100,
      MedianIn: size.medianHundredthsIn / 100,
      LongestPlusGirthIn: size.longestPlusGirthHundredthsIn / 100,
    },
    Weights: {
      UnitLb: pounds(weights.unitThousandthsLb),
      DimensionalLb: pounds(weights.dimensionalThousandthsLb),
      PackagingLb: pounds(weights.packagingThousandthsLb),
      ShippingLb: pounds(weights.shippingThousandthsLb),
      DecidedBy: weights.decidedBy,
    },
    WeightTier: {
      MaxLb: pounds(tier.maxThousandthsLb ?? undefined),
      Base: writeMoney(tier.baseMinor, currency),
      PerLb: writeMoney(tier.perLbMinor, currency),
      OverLb: pounds(tier.overThousandthsLb),
      Amount: writeMoney(tier.amountMinor, currency),
    },
    Surcharges: surcharges.map(({ name, amountMinor }) => ({ Name: name, Amount: writeMoney(amountMinor, currency) })),
  };
}

const pounds = (thousandths: number | undefined) => (thousandths === undefined ? undefined : thousandths / 1000);
