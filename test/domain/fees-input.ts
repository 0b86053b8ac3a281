import assert from 'node:assert/strict';
import type { DatedEstimate } from '../../src/domain/fees/difference-reason.ts';
import { estimateFees, isEstimateFailure } from '../../src/domain/fees/estimate.ts';
import type { FeeInput } from '../../src/domain/fees/estimate-input.ts';
import type { FeeSchedule } from '../../src/domain/fees/fee-schedule.ts';
import type { SellerPlan } from '../../src/domain/vocabulary.ts';
import type { PlainRequest } from './fees-reference.ts';
import { readOk } from './market.ts';

/** Reads the plain texts of `fees-random.ts` into what the service computes with. */

export function readSchedule(record: unknown): FeeSchedule {
  const read = readOk(record);
  assert.ok(read.kind === 'feeSchedule' && 'value' in read);
  return read.value as FeeSchedule;
}

/** A decimal text without its point: minor units. */
const minorUnits = (text: string, decimals: number): number => {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(whole + fraction.padEnd(decimals, '0'));
};

export function inputOf(schedule: FeeSchedule, request: PlainRequest, decimals: number): FeeInput {
  const [length, width, height] = (request.sidesIn ?? []).map((side) => minorUnits(side, 2)) as [
    number,
    number,
    number,
  ];
  return {
    schedule,
    item: {
      itemId: request.itemId,
      category: request.category,
      hazmat: request.hazmat,
      ...(request.sidesIn && {
        dimensions: { lengthHundredthsIn: length, widthHundredthsIn: width, heightHundredthsIn: height },
      }),
      ...(request.weightLb && { weightThousandthsLb: minorUnits(request.weightLb, 3) }),
    },
    sellerPlan: request.plan as SellerPlan,
    listingPriceMinor: minorUnits(request.price, decimals),
    shippingMinor: minorUnits(request.shipping, decimals),
    isStoreFulfilled: request.storeShips,
    program: request.program,
    atMs: Date.parse(request.at),
  };
}

/** Undefined when there is no estimate. */
export function estimated(input: FeeInput): DatedEstimate | undefined {
  const fees = estimateFees(input);
  return isEstimateFailure(fees) ? undefined : { atMs: input.atMs, schedule: input.schedule, fees };
}
