import { decimalFromScaled } from '../../decimal.ts';
import type { PriceGuard, PriceGuardKey } from '../price-guard.ts';
import { MARKET } from './envelope.ts';
import { decimal, type Field, integer, named, optionalField } from './field.ts';
import type { RecordInput, RecordReading } from './reading.ts';

const PERCENT_DECIMALS = 2;
const PERCENTS = decimal(PERCENT_DECIMALS, [0.01, 10_000]);

const PRICE_GUARD = named({
  marketplaceId: MARKET.marketplaceId,
  maxStepPercent: optionalField(PERCENTS, 'how much a price may differ from the present one; absent = any step', 25),
  maxDayPercent: optionalField(PERCENTS, 'how much a price may differ from the one 24 hours ago; absent = any', 40),
  minOfListPricePercent: optionalField(
    PERCENTS,
    "the least that a price may be of the item's list price; items without one are not bound; absent = no bound",
    20,
  ),
  maxOfListPricePercent: optionalField(
    PERCENTS,
    "the most that a price may be of the item's list price; items without one are not bound; absent = no bound",
    300,
  ),
  maxChangesPerHour: optionalField(
    integer([1, 100_000]),
    'changes of one listing in an hour that are applied or wait for their outcome; absent = any number',
    20,
  ),
});

export const priceGuardFields: readonly Field[] = Object.values(PRICE_GUARD);

export function readPriceGuardKey(r: RecordReading, input: RecordInput): PriceGuardKey {
  return { marketplaceId: r.id(PRICE_GUARD.marketplaceId, input.marketplaceId) };
}

export function readPriceGuard(r: RecordReading, input: RecordInput): PriceGuard | undefined {
  const { marketplaceId } = readPriceGuardKey(r, input);
  if (marketplaceId !== undefined && r.context.currencyOf(marketplaceId) === undefined)
    r.report(PRICE_GUARD.marketplaceId.name, `there is no marketplace ${marketplaceId}; its record must come first`);
  const maxStepBasisPoints = r.decimal(PRICE_GUARD.maxStepPercent, input.maxStepPercent);
  const maxDayBasisPoints = r.decimal(PRICE_GUARD.maxDayPercent, input.maxDayPercent);
  const minOfListPriceBasisPoints = r.decimal(PRICE_GUARD.minOfListPricePercent, input.minOfListPricePercent);
  const maxOfListPriceBasisPoints = r.decimal(PRICE_GUARD.maxOfListPricePercent, input.maxOfListPricePercent);
  const maxChangesPerHour = r.integer(PRICE_GUARD.maxChangesPerHour, input.maxChangesPerHour);
  const [least, most] = [minOfListPriceBasisPoints, maxOfListPriceBasisPoints];
  if (least !== undefined && most !== undefined && most < least)
    r.report(
      PRICE_GUARD.maxOfListPricePercent.name,
      `must not be less than minOfListPricePercent, ${percentOf(least)}`,
    );
  if (r.problems !== undefined) return undefined;
  const guard: PriceGuard = { marketplaceId };
  if (maxStepBasisPoints !== undefined) guard.maxStepBasisPoints = maxStepBasisPoints;
  if (maxDayBasisPoints !== undefined) guard.maxDayBasisPoints = maxDayBasisPoints;
  if (least !== undefined) guard.minOfListPriceBasisPoints = least;
  if (most !== undefined) guard.maxOfListPriceBasisPoints = most;
  if (maxChangesPerHour !== undefined) guard.maxChangesPerHour = maxChangesPerHour;
  return guard;
}

export function writePriceGuardKey(key: PriceGuardKey): Record<string, unknown> {
  return { marketplaceId: key.marketplaceId };
}

export function writePriceGuard(guard: PriceGuard): Record<string, unknown> {
  const percents = {
    maxStepPercent: guard.maxStepBasisPoints,
    maxDayPercent: guard.maxDayBasisPoints,
    minOfListPricePercent: guard.minOfListPriceBasisPoints,
    maxOfListPricePercent: guard.maxOfListPriceBasisPoints,
  };
  const given = Object.entries(percents).filter((entry): entry is [string, number] => entry[1] !== undefined);
  const { maxChangesPerHour } = guard;
  return {
    marketplaceId: guard.marketplaceId,
    ...Object.fromEntries(given.map(([name, basisPoints]) => [name, percentOf(basisPoints)])),
    ...(maxChangesPerHour !== undefined && { maxChangesPerHour }),
  };
}

const percentOf = (basisPoints: number) => decimalFromScaled(basisPoints, PERCENT_DECIMALS);
