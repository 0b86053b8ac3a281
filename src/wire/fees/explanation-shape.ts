import { SELLER_PLANS } from '../../domain/vocabulary.ts';
import { MoneyShape } from '../money.ts';
import { closedSet, openSet } from '../open-set.ts';
import { Type } from '../type.ts';

const text = (description: string) => Type.String({ description });
const number = (description: string) => Type.Number({ description });

const named = <const Title extends string, Fields extends Parameters<typeof Type.Object>[0]>(
  title: Title,
  description: string,
  fields: Fields,
) => Type.Object(fields, { title, description });

export const ScheduleShape = named('ExplainedSchedule', 'The fee schedule in force.', {
  ScheduleId: text('Its id.'),
  Version: text('Its version.'),
  EffectiveFrom: Type.String({ format: 'date-time', description: 'Since when it is in force.' }),
});

const Promotion = named('ExplainedPromotion', 'A promotion that applied.', {
  PromotionId: text('Its id.'),
  Name: text('Its name.'),
  Amount: MoneyShape,
});

const ReferralTier = named('ExplainedReferralTier', 'A tier of the referral fee that applied.', {
  UpTo: Type.Optional(MoneyShape),
  RatePercent: number('The rate.'),
  Base: MoneyShape,
  Amount: MoneyShape,
});

const Program = named('ExplainedProgram', 'The fulfilment program, and what it adds.', {
  Name: openSet(['FS_STANDARD', 'FS_EXPEDITED'], { description: 'FS_STANDARD or FS_EXPEDITED; an open set.' }),
  Addition: MoneyShape,
});

const Size = named('ExplainedSize', 'The sides of the parcel, in inches.', {
  LongestIn: number('The longest side.'),
  MedianIn: number('The second longest side.'),
  LongestPlusGirthIn: number('The longest side, plus twice the sum of the other two.'),
});

const Weights = named('ExplainedWeights', 'The weights of the parcel, in pounds.', {
  UnitLb: number('The weight of the unit.'),
  DimensionalLb: Type.Optional(number('Length x width x height / divisor; absent for light units.')),
  PackagingLb: number('Added for packaging.'),
  ShippingLb: number('The greater of unit and dimensional weight, plus packaging, rounded up.'),
  DecidedBy: closedSet(['unit', 'dimensional'], {
    description: 'unit or dimensional: the greater of the two weights.',
  }),
});

const WeightTier = named('ExplainedWeightTier', 'The price of the shipping weight: Base, and PerLb over OverLb.', {
  MaxLb: Type.Optional(number('The upper bound; absent for big and bulky goods.')),
  Base: MoneyShape,
  PerLb: MoneyShape,
  OverLb: number('The weight that Base includes. A fraction of a pound above it costs that fraction of PerLb.'),
  Amount: MoneyShape,
});

const Surcharge = named('ExplainedSurcharge', 'A surcharge that applied.', {
  Name: openSet(['apparel', 'hazmat', 'priceUnder10', 'oversize', 'additionalOversize'], {
    description: 'apparel, hazmat, priceUnder10, oversize or additionalOversize; an open set.',
  }),
  Amount: MoneyShape,
});

const RULES = [
  ...['ReferralBand', 'ReferralMarginal', 'ClosingMedia', 'ClosingNotMedia', 'PerItemPlan'],
  ...['FulfillmentWeightTier', 'FulfillmentBigAndBulky'],
];

/** What `writeExplanation` writes. */
export const FeeExplanationShape = Type.Object(
  {
    Rule: openSet(RULES, {
      description:
        'The rule that gave the amount: ReferralBand, ReferralMarginal, ClosingMedia, ClosingNotMedia, PerItemPlan, ' +
        'FulfillmentWeightTier or FulfillmentBigAndBulky; an open set.',
    }),
    Schedule: ScheduleShape,
    TaxRatePercent: number('The tax rate on the fee after promotions.'),
    Promotions: Type.Array(Promotion, { description: 'The promotions that applied.' }),
    Category: Type.Optional(text('The category of the item.')),
    ChargedAs: Type.Optional(text('The category whose terms are charged.')),
    IsDefaultCategory: Type.Optional(
      Type.Boolean({
        description: "Whether that is the default category, because the schedule does not have the item's category.",
      }),
    ),
    Base: Type.Optional(MoneyShape),
    BaseIncludesShipping: Type.Optional(Type.Boolean({ description: 'Referral: whether Base has the shipping.' })),
    Tiers: Type.Optional(Type.Array(ReferralTier, { description: 'Referral: each tier that applied.' })),
    Minimum: Type.Optional(MoneyShape),
    Plan: Type.Optional(openSet(SELLER_PLANS, { description: "Per item: the seller's plan; an open set." })),
    Program: Type.Optional(Program),
    Size: Type.Optional(Size),
    Weights: Type.Optional(Weights),
    WeightTier: Type.Optional(WeightTier),
    Surcharges: Type.Optional(Type.Array(Surcharge, { description: 'Fulfilment: each surcharge that applied.' })),
  },
  {
    title: 'FeeExplanation',
    additionalProperties: true,
    description:
      'Present with `explain=true`: the rule and tier that applied, and every figure behind them. `Base` and `Minimum` are ' +
      'of the referral fee: the amount that the rates apply to, and the minimum fee where it is the fee.',
  },
);
