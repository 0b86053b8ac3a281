import type { EstimateDifference } from '../../domain/fees/comparison.ts';
import { REASON_CODES } from '../../domain/fees/difference-reason.ts';
import type { ComparedEstimate } from '../../domain/fees/estimate-at.ts';
import type { EstimateIdentifier } from '../../domain/fees/estimate-subject.ts';
import { writeTime } from '../../domain/time.ts';
import { MoneyShape, writeMoney } from '../money.ts';
import { Type } from '../type.ts';
import { WarningsShape } from '../warning.ts';
import {
  FeesEstimateIdentifier,
  FeeTypeText,
  outcomeFields,
  StatusShape,
  writeError,
  writeFees,
  writeIdentifier,
} from './estimate-result.ts';
import { writeSchedule } from './explanation.ts';
import { ScheduleShape } from './explanation-shape.ts';

const Reason = Type.Named('FeeDifferenceReason', 'Why a fee differs from the one at the first date.', {
  Code: Type.Enum([...REASON_CODES], 'The reason; a closed list.'),
  Message: Type.String('A sentence with the figures of both dates.'),
});

const FeeDifference = Type.Named(
  'FeeDifference',
  'One fee: Before is its FinalFee at the first date, After at this one, Difference is After - Before.',
  {
    FeeType: FeeTypeText,
    Before: MoneyShape,
    After: MoneyShape,
    Difference: MoneyShape,
    Reasons: Type.Array(
      Reason,
      'Empty when nothing behind the fee differs. AmountUnchanged: the amount is the same, what it is made of is not.',
    ),
  },
);

const EstimateDifferenceShape = Type.Named(
  'FeesDifference',
  'How the estimate differs from that of the first date. Absent at the first date, and where this or the first date has no estimate.',
  { TotalDifference: MoneyShape, FeeDifferenceList: Type.Array(FeeDifference) },
);

const EstimateAtDate = Type.Named(
  'FeesEstimateAtDate',
  'The estimate with the fees in force at a date, or why there is none.',
  {
    AsOf: Type.Time('The date, as a time in UTC.'),
    Status: StatusShape,
    Schedule: Type.Optional(ScheduleShape),
    ...outcomeFields,
    Difference: Type.Optional(EstimateDifferenceShape),
  },
);

const FeesComparison = Type.Named('FeesComparison', 'One request at each date.', {
  FeesEstimateIdentifier,
  EstimateList: Type.Array(EstimateAtDate, 'One per date, in the order of AsOf.'),
  warnings: WarningsShape,
});

export const FeesComparisonAnswer = Type.Named(
  'FeesComparisonAnswer',
  'The comparisons, in the order of the requests.',
  {
    payload: Type.Named('FeesComparisons', 'The comparisons.', {
      AsOf: Type.Array(Type.Time('A date.'), 'The dates as times in UTC. The first is the base of all differences.'),
      FeesComparisonList: Type.Array(FeesComparison, 'In the order of the requests.'),
    }),
    warnings: WarningsShape,
  },
);

export function writeComparison(
  identifier: EstimateIdentifier,
  estimates: readonly ComparedEstimate[],
  now: number,
  explain: boolean,
): object {
  const currency = identifier.price?.currency ?? '';
  return {
    FeesEstimateIdentifier: writeIdentifier(identifier),
    EstimateList: estimates.map((one) => writeComparedEstimate(one, currency, now, explain)),
  };
}

/** Fields that are undefined are not in the JSON text. */
export function writeComparedEstimate(
  { atMs, result, difference }: ComparedEstimate,
  currency: string,
  now: number,
  explain: boolean,
) {
  const AsOf = writeTime(atMs);
  if ('status' in result) return { AsOf, Status: result.status, Error: writeError(result) };
  return {
    AsOf,
    Status: 'Success',
    Schedule: writeSchedule(result.schedule),
    FeesEstimate: writeFees(result.fees, currency, now, explain),
    Difference: difference && writeDifference(difference, currency),
  };
}

function writeDifference({ totalMinor, lines }: EstimateDifference, currency: string) {
  return {
    TotalDifference: writeMoney(totalMinor, currency),
    FeeDifferenceList: lines.map(({ feeType, beforeMinor, afterMinor, differenceMinor, reasons }) => ({
      FeeType: feeType,
      Before: writeMoney(beforeMinor, currency),
      After: writeMoney(afterMinor, currency),
      Difference: writeMoney(differenceMinor, currency),
      Reasons: reasons.map(({ code, message }) => ({ Code: code, Message: message })),
    })),
  };
}
