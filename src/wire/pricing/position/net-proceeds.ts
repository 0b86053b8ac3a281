import type { EstimateFailure } from '../../../domain/fees/estimate-input.ts';
import type { NetProceeds } from '../../../domain/fees/net-proceeds.ts';
import { MoneyShape, type WireMoney, writeMoney } from '../../money.ts';
import { Type } from '../../type.ts';

/** The net of a price after fees, or why that is not known. */
export const NetProceedsShape = Type.Named(
  'NetProceeds',
  'The net of one sold unit: Net is listing price plus shipping minus TotalFees. Below zero, each sale loses money. TotalFees is what the fee endpoints estimate.',
  {
    Net: Type.Optional(MoneyShape),
    TotalFees: Type.Optional(MoneyShape),
    Reason: Type.Optional.String('Why the fees of this price are not known. Net and TotalFees are then absent.'),
  },
);

export type WireNetProceeds = { Net: WireMoney; TotalFees: WireMoney } | { Reason: string };

export function writeNetProceeds(result: NetProceeds | EstimateFailure, currency: string): WireNetProceeds {
  if ('reasons' in result) return { Reason: result.reasons.join(' ') };
  return { Net: writeMoney(result.netMinor, currency), TotalFees: writeMoney(result.feesMinor, currency) };
}
