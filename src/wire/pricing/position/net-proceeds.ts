import type { EstimateFailure } from '../../../domain/fees/estimate-input.ts';
import type { NetProceeds } from '../../../domain/fees/net-proceeds.ts';
import { MoneyShape, type WireMoney, writeMoney } from '../../money.ts';
import { Type } from '../../type.ts';

const MEANING =
  'The net of one sold unit: Net is listing price plus shipping minus TotalFees. Below zero, each sale loses money. TotalFees is what the fee endpoints estimate.';

const Reason = Type.Optional.String('Why the fees of this price are not known. Net and TotalFees are then absent.');

/** The net of a price after fees, or why that is not known. */
export const NetProceedsShape = Type.Named('NetProceeds', MEANING, {
  Net: Type.Optional(MoneyShape),
  TotalFees: Type.Optional(MoneyShape),
  Reason,
});

/** The same in answers that show costs to whoever may read them. Events never do (decision 50). */
export const NetAndProfitShape = Type.Named(
  'NetAndProfit',
  `${MEANING} Cost and Profit, which is Net minus Cost, are present where a cost is set and the caller has the right seller-api:costs:read.`,
  {
    Net: Type.Optional(MoneyShape),
    TotalFees: Type.Optional(MoneyShape),
    Cost: Type.Optional(MoneyShape),
    Profit: Type.Optional(MoneyShape),
    Reason,
  },
);

type WireProfit = { Cost: WireMoney; Profit: WireMoney };
export type WireNetProceeds = ({ Net: WireMoney; TotalFees: WireMoney } & Partial<WireProfit>) | { Reason: string };

/** `costMinor` is undefined where no cost is set, and for callers that may not read it (decision 50). */
export function writeNetProceeds(
  result: NetProceeds | EstimateFailure,
  currency: string,
  costMinor?: number,
): WireNetProceeds {
  if ('reasons' in result) return { Reason: result.reasons.join(' ') };
  const { netMinor, feesMinor } = result;
  const net = { Net: writeMoney(netMinor, currency), TotalFees: writeMoney(feesMinor, currency) };
  if (costMinor === undefined) return net;
  return { ...net, Cost: writeMoney(costMinor, currency), Profit: writeMoney(netMinor - costMinor, currency) };
}
