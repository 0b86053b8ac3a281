import { SELLER_PLANS } from '../../domain/vocabulary.ts';
import { MoneyShape } from '../money.ts';
import { closedSet, openSet } from '../open-set.ts';
import { Type } from '../type.ts';

export const ScheduleShape = Type.Named('ExplainedSchedule', 'The fee schedule in force.', {
  ScheduleId: Type.String('Its id.'),
  Version: Type.String('Its version.'),
  EffectiveFrom: Type.Time('Since when it is in force.'),
});

const Promotion = Type.Named('ExplainedPromotion', 'A promotion that applied.', {
  PromotionId: Type.String('Its id.'),
  Name: Type.String('Its name.'),
  Amount: MoneyShape,
});

const ReferralTier = Type.Named('ExplainedReferralTier', 'A tier of the referral fee that applied.', {
  UpTo: Type.Optional(MoneyShape),
  RatePercent: Type.Number('The rate.'),
  Base: MoneyShape,
  Amount: MoneyShape,
});

const Program = Type.Named('ExplainedProgram', 'The fulfilment program, and what it adds.', {
  Name: openSet(['FS_STANDARD', 'FS_EXPEDITED'], 'FS_STANDARD or FS_EXPEDITED; an open set.'),
  Addition: MoneyShape,
});

const Size = Type.Named('ExplainedSize', 'The sides of the parcel, in inches.', {
  LongestIn: Type.Number('The longest side.'),
  MedianIn: Type.Number('The second longest side.'),
  LongestPlusGirthIn: Type.Number('The longest side, plus twice the sum of the other two.'),
});

const Weights = Type.Named('ExplainedWeights', 'The weights of the parcel, in pounds.', {
  UnitLb: Type.Number('The weight of the unit.'),
  DimensionalLb: Type.Optional.Number('Length x width x height / divisor; absent for light units.'),
  PackagingLb: Type.Number('Added for packaging.'),
  ShippingLb: Type.Number('The greater of unit and dimensional weight, plus packaging, rounded up.'),
  DecidedBy: closedSet(['unit', 'dimensional'], 'unit or dimensional: the greater of the two weights.'),
});

const WeightTier = Type.Named('ExplainedWeightTier', 'The price of the shipping weight: Base, and PerLb over OverLb.', {
  MaxLb: Type.Optional.Number('The upper bound; absent for big and bulky goods.'),
  Base: MoneyShape,
  PerLb: MoneyShape,
  OverLb: Type.Number('The weight that Base includes. A fraction of a pound above it costs that fraction of PerLb.'),
  Amount: MoneyShape,
});

const Surcharge = Type.Named('ExplainedSurcharge', 'A surcharge that applied.', {
  Name: openSet(
    ['apparel', 'hazmat', 'priceUnder10', 'oversize', 'additionalOversize'],
    'apparel, hazmat, priceUnder10, oversize or additionalOversize; an open set.',
  ),
  Amount: MoneyShape,
});

const RULES = [
  ...['ReferralBand', 'ReferralMarginal', 'ClosingMedia', 'ClosingNotMedia', 'PerItemPlan'],
  ...['FulfillmentWeightTier', 'FulfillmentBigAndBulky'],
];

/** What `writeExplanation` writes. */
export const FeeExplanationShape = Type.Object(
  {
    Rule: openSet(
      RULES,
      'The rule that gave the amount: ReferralBand, ReferralMarginal, ClosingMedia, ClosingNotMedia, PerItemPlan, ' +
        'FulfillmentWeightTier or FulfillmentBigAndBulky; an open set.',
    ),
    Schedule: ScheduleShape,
    TaxRatePercent: Type.Number('The tax rate on the fee after promotions.'),
    Promotions: Type.Array(Promotion, 'The promotions that applied.'),
    Category: Type.Optional.String('The category of the item.'),
    ChargedAs: Type.Optional.String('The category whose terms are charged.'),
    IsDefaultCategory: Type.Optional.Boolean(
      "Whether that is the default category, because the schedule does not have the item's category.",
    ),
    Base: Type.Optional(MoneyShape),
    BaseIncludesShipping: Type.Optional.Boolean('Referral: whether Base has the shipping.'),
    Tiers: Type.Optional.Array(ReferralTier, 'Referral: each tier that applied.'),
    Minimum: Type.Optional(MoneyShape),
    Plan: Type.Optional(openSet(SELLER_PLANS, "Per item: the seller's plan; an open set.")),
    Program: Type.Optional(Program),
    Size: Type.Optional(Size),
    Weights: Type.Optional(Weights),
    WeightTier: Type.Optional(WeightTier),
    Surcharges: Type.Optional.Array(Surcharge, 'Fulfilment: each surcharge that applied.'),
  },
  {
    title: 'FeeExplanation',
    additionalProperties: true,
    description:
      'Present with `explain=true`: the rule and tier that applied, and every figure behind them. `Base` and `Minimum` are ' +
      'of the referral fee: the amount that the rates apply to, and the minimum fee where it is the fee.',
  },
);
