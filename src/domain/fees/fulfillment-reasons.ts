import { amountText } from '../money.ts';
import type { DifferenceReason, Sides } from './difference-reason.ts';
import type { FulfillmentBasis, ParcelWeights, SurchargeName } from './explanation.ts';
import { differenceReason, poundsText } from './reason-text.ts';

/** Why the fulfilment fee differs: the shipping weight, its tier, the prices of the tier, the surcharges, the program. */
export function fulfillmentReasons(bases: Sides<FulfillmentBasis>, currency: string): DifferenceReason[] {
  const money = (minor: number) => amountText(minor, currency);
  return [
    ...differing('ShippingWeightChanged', bases, ({ weights }) => weightText(weights)),
    ...differing('WeightTierChanged', bases, tierText),
    ...differing('FulfillmentPriceChanged', bases, ({ tier: { baseMinor, perLbMinor, overThousandthsLb } }) => {
      return `the price is ${money(baseMinor)}, and ${money(perLbMinor)} a pound over ${poundsText(overThousandthsLb)}`;
    }),
    ...surchargeNames(bases).flatMap((name) =>
      differing('SurchargeChanged', bases, ({ surcharges }) => {
        const surcharge = surcharges.find((one) => one.name === name);
        return surcharge
          ? `the surcharge ${name} is ${money(surcharge.amountMinor)}`
          : `the surcharge ${name} does not apply`;
      }),
    ),
    ...differing('ProgramChanged', bases, ({ program: { name, additionMinor } }) => {
      return `the program ${name} adds ${money(additionMinor)}`;
    }),
  ];
}

/** The texts have every figure that counts, so two sides differ exactly when their texts do. */
function differing(
  code: DifferenceReason['code'],
  bases: Sides<FulfillmentBasis>,
  text: (basis: FulfillmentBasis) => string,
): DifferenceReason[] {
  return text(bases.first) === text(bases.other) ? [] : [differenceReason(code, bases, text)];
}

function weightText(weights: ParcelWeights): string {
  const { unitThousandthsLb, dimensionalThousandthsLb, packagingThousandthsLb, shippingThousandthsLb } = weights;
  const dimensional =
    dimensionalThousandthsLb === undefined
      ? 'dimensional weight does not count'
      : `dimensional weight is ${poundsText(dimensionalThousandthsLb)}`;
  return (
    `the shipping weight is ${poundsText(shippingThousandthsLb)}, with packaging of ${poundsText(packagingThousandthsLb)}` +
    ` (unit weight is ${poundsText(unitThousandthsLb)}, ${dimensional})`
  );
}

const tierText = ({ tier: { maxThousandthsLb } }: FulfillmentBasis) =>
  `the weight tier is ${maxThousandthsLb === null ? 'big and bulky' : `up to ${poundsText(maxThousandthsLb)}`}`;

const surchargeNames = ({ first, other }: Sides<FulfillmentBasis>): SurchargeName[] => [
  ...new Set([...first.surcharges, ...other.surcharges].map(({ name }) => name)),
];
