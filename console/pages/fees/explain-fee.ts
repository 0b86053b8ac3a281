import type { FeeDetail, FeeExplanation, Money } from 'marketplace-seller-sdk';
import { numberFormat, percentText } from '../../formats.ts';
import { categoryName, LOW_PRICE, surchargeName } from './fee-words.ts';

type Write = (amount: Money) => string;

/** Why a line has its amount: one sentence for each step, with the figures that counted. */
export function explainFee({ Explanation, TaxAmount }: FeeDetail, write: Write): string[] {
  if (!Explanation) return [];
  const { Promotions, TaxRatePercent } = Explanation;
  return [
    ...ruleSteps(Explanation, write),
    ...Promotions.map(({ Name, Amount }) => `Promotion “${Name}” takes ${write(Amount)} off.`),
    ...(TaxRatePercent > 0 ? [`Tax on fees, ${percentText(TaxRatePercent)}: ${write(TaxAmount)}.`] : []),
  ];
}

function ruleSteps(explanation: FeeExplanation, write: Write): string[] {
  switch (explanation.Rule) {
    case 'ReferralBand':
    case 'ReferralMarginal':
      return [...categorySteps(explanation), ...referralSteps(explanation, write)];
    case 'ClosingMedia':
      return ['Media, such as books and music, pay one amount a unit.'];
    case 'ClosingNotMedia':
      return ['Only media, such as books and music, pay it.'];
    case 'PerItemPlan':
      return [`Your plan is ${explanation.Plan ?? 'Individual'}: one amount a unit.`];
    default:
      return fulfilmentSteps(explanation, write);
  }
}

function categorySteps({ Category, ChargedAs, IsDefaultCategory }: FeeExplanation): string[] {
  if (ChargedAs === undefined) return [];
  if (Category === undefined || Category === ChargedAs) return [`Category: ${categoryName(ChargedAs)}.`];
  const why = IsDefaultCategory ? ', because the schedule has no rate for it' : '';
  return [`Category: ${categoryName(Category)}, charged as ${categoryName(ChargedAs)}${why}.`];
}

function referralSteps(explanation: FeeExplanation, write: Write): string[] {
  const { Rule, Base, BaseIncludesShipping, Tiers = [], Minimum } = explanation;
  const counted = BaseIncludesShipping ? 'price and shipping' : 'the price without shipping';
  const steps = Base ? [`Counted: ${write(Base)}, ${counted}.`] : [];
  for (const [n, { UpTo, RatePercent, Base: part, Amount }] of Tiers.entries()) {
    const before = Tiers[n - 1]?.UpTo;
    const bound = Rule === 'ReferralBand' ? bandBound(UpTo, write) : tierBound(UpTo, before, write);
    steps.push(`${percentText(RatePercent)} of ${write(part)}${bound}: ${write(Amount)}.`);
  }
  if (Minimum) steps.push(`That is less than the minimum: ${write(Minimum)} is charged.`);
  return steps;
}

const bandBound = (upTo: Money | undefined, write: Write) => (upTo ? `, the rate up to ${write(upTo)}` : '');

function tierBound(upTo: Money | undefined, before: Money | undefined, write: Write): string {
  if (before) return `, the part over ${write(before)}`;
  return upTo ? `, the part up to ${write(upTo)}` : '';
}

function fulfilmentSteps(explanation: FeeExplanation, write: Write): string[] {
  const { Rule, Weights, WeightTier, Surcharges = [], Program } = explanation;
  const steps: string[] = [];
  if (Weights) {
    const { UnitLb, DimensionalLb, PackagingLb, ShippingLb, DecidedBy } = Weights;
    const size = DimensionalLb === undefined ? '' : `, by its size ${weight(DimensionalLb)}`;
    const decided = DecidedBy === 'dimensional' ? ' The size counts.' : '';
    steps.push(`The unit weighs ${weight(UnitLb)}${size}.${decided}`);
    steps.push(`With ${weight(PackagingLb)} of packaging it ships as ${weight(ShippingLb)}.`);
  }
  if (WeightTier) {
    const { MaxLb, Base, PerLb, OverLb, Amount } = WeightTier;
    const goods =
      Rule === 'FulfillmentBigAndBulky'
        ? 'Big and bulky goods'
        : MaxLb === undefined
          ? 'Parcels'
          : `Parcels up to ${weight(MaxLb)}`;
    const over = Weights ? Weights.ShippingLb - OverLb : 0;
    const more =
      over > 0 && PerLb.Amount > 0 ? ` and ${write(PerLb)} for each lb over ${weight(OverLb)}: ${write(Amount)}` : '';
    steps.push(`${goods}: ${write(Base)}${more}.`);
  }
  for (const { Name, Amount } of Surcharges)
    steps.push(`${surchargeName(Name, write({ ...Amount, Amount: LOW_PRICE }))}: ${write(Amount)} more.`);
  if (Program && Program.Addition.Amount > 0) steps.push(`Expedited delivery: ${write(Program.Addition)} more.`);
  return steps;
}

const pounds = numberFormat({ maximumFractionDigits: 2 });

const weight = (lb: number) => `${pounds.format(lb)} lb`;
