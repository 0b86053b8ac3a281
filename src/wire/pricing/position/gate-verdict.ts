import { amountText } from '../../../domain/money.ts';
import type { GateVerdict, ThresholdFigures } from '../../../domain/pricing/gate-verdict.ts';
import { GATES } from '../../../domain/pricing/gates.ts';
import { writeTime } from '../../../domain/time.ts';
import { MoneyShape, type WireMoney, writeMoney } from '../../money.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';

const FigureShape = Type.Union([MoneyShape, Type.Number(), Type.Boolean(), Type.String()], {
  title: 'GateFigure',
  description: 'Money, a number, true or false, a time or a word: see the name of the gate.',
});

export const GateName = openSet(GATES, { title: 'GateName', description: `${GATES.join(', ')}; an open set.` });

export const GateVerdictShape = Type.Named(
  'GateVerdict',
  'The verdict of one gate of the buy box rule. Figure is what the gate looked at; absent where the offer has no start time or no shipping charge. Required is what passes; for a number at least, for money at most. PassingListingPrice, of competitivePriceThreshold: the highest listing price that passes with the shipping of the offer, or with shipping of 0 while it has no shipping charge; Figure is then its listing price.',
  {
    Name: GateName,
    Passed: Type.Boolean('Whether the offer passes the gate.'),
    Figure: Type.Optional(FigureShape),
    Required: Type.Optional(FigureShape),
    PassingListingPrice: Type.Optional(MoneyShape),
    Explanation: Type.String('The verdict in a sentence, and what would pass.'),
  },
);

type Figure = WireMoney | number | boolean | string;
type Written = { Figure?: Figure; Required?: Figure; PassingListingPrice?: WireMoney; Explanation: string };

export function writeGateVerdict(verdict: GateVerdict, currency: string) {
  return { Name: verdict.gate, Passed: verdict.passed, ...writeFigures(verdict, currency) };
}

function writeFigures(verdict: GateVerdict, currency: string): Written {
  const { passed } = verdict;
  switch (verdict.gate) {
    case 'active':
    case 'featuredMerchant':
    case 'stock':
    case 'feedbackRating':
    case 'feedbackCount': {
      const { figure: Figure, required: Required } = verdict;
      return { Figure, Required, Explanation: sentences[verdict.gate](Figure as never, Required as never) };
    }
    case 'startTime':
      return writeStart(verdict.startTimeMs, passed);
    case 'availability': {
      const { availability: Figure, availableMs } = verdict;
      return { Figure, Required: 'NOW or FUTURE_WITH_DATE', Explanation: availabilitySentence(passed, availableMs) };
    }
    case 'shippingCharge':
      return writeShipping(verdict.shippingMinor, currency);
    case 'competitivePriceThreshold':
      return writeThreshold(verdict, passed, currency);
  }
}

/** By gate: the sentence about its figure, and the figure that passes. */
const sentences = {
  active: (active: boolean) => (active ? 'The offer is active.' : 'The offer is not active. An active offer passes.'),
  featuredMerchant: (isFeatured: boolean) =>
    isFeatured
      ? 'The seller is a featured merchant.'
      : 'The seller is not a featured merchant. The operator of the marketplace decides who is one.',
  stock: (quantity: number, least: number) =>
    quantity >= least
      ? `The offer has ${quantity} in stock.`
      : `The offer is out of stock. A stock of ${least} passes.`,
  feedbackRating: (percent: number, least: number) =>
    `The positive feedback of the seller is ${percent} %. At least ${least} % passes.`,
  feedbackCount: (count: number, least: number) =>
    `The seller has ${count} ${count === 1 ? 'rating' : 'ratings'}. At least ${least} pass.`,
};

function writeStart(startTimeMs: number | undefined, passed: boolean): Written {
  const Required = 'none, or a time that has passed';
  if (startTimeMs === undefined) return { Required, Explanation: 'The offer has no start time.' };
  const Figure = writeTime(startTimeMs);
  const Explanation = passed
    ? `The offer started at ${Figure}.`
    : `The offer starts at ${Figure} and passes from then on. Without a start time it passes at once.`;
  return { Figure, Required, Explanation };
}

function availabilitySentence(passed: boolean, availableMs: number | undefined): string {
  if (!passed) return 'It is not known when the offer will be available. NOW passes, and so does a date.';
  return availableMs === undefined
    ? 'The offer is available now.'
    : `The offer is available from ${writeTime(availableMs)} on.`;
}

function writeShipping(shippingMinor: number | undefined, currency: string): Written {
  const Required = `any charge, ${amountText(0, currency)} included`;
  if (shippingMinor === undefined) {
    return {
      Required,
      Explanation: `The offer has no shipping charge. Any charge passes, ${amountText(0, currency)} included.`,
    };
  }
  const Explanation = `The shipping charge is ${amountText(shippingMinor, currency)}.`;
  return { Figure: writeMoney(shippingMinor, currency), Required, Explanation };
}

function writeThreshold(figures: ThresholdFigures, passed: boolean, currency: string): Written {
  const { landedMinor, shippingMinor, thresholdMinor, passingListingMinor } = figures;
  const Figure = writeMoney(landedMinor, currency);
  if (thresholdMinor === undefined)
    return { Figure, Explanation: 'The item has no competitive price threshold: every price passes.' };
  const text = (minor: number) => amountText(minor, currency);
  const price =
    shippingMinor === undefined
      ? `The offer has no shipping charge; its listing price of ${text(landedMinor)}`
      : `The landed price of ${text(landedMinor)}`;
  const verdict = `${price} is ${passed ? 'not above' : 'above'} the competitive price threshold of ${text(thresholdMinor)}.`;
  const charge = text(shippingMinor ?? 0);
  const remedy =
    passingListingMinor === undefined
      ? `No listing price passes: the shipping charge of ${charge} alone is above it.`
      : `With shipping of ${charge}, a listing price of at most ${text(passingListingMinor)} passes.`;
  return {
    Figure,
    Required: writeMoney(thresholdMinor, currency),
    ...(passingListingMinor === undefined ? {} : { PassingListingPrice: writeMoney(passingListingMinor, currency) }),
    Explanation: `${verdict} ${remedy}`,
  };
}
