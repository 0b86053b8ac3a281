import { decimal, type Field, optionalField } from './field.ts';
import type { RecordInput, RecordReading } from './reading.ts';

/** How many of our smallest units one smallest metric unit is, exactly, as a fraction. */
type Ratio = { readonly numerator: number; readonly denominator: number };

/** A hundredth of a centimetre in hundredths of an inch: an inch is 2.54 cm. */
export const CM: Ratio = { numerator: 100, denominator: 254 };
/** A gram in thousandths of a pound: a pound is 0.45359237 kg. */
export const KG: Ratio = { numerator: 100_000_000, denominator: 45_359_237 };

/** A length or a weight of a record: a field for each unit, of which a record has one. */
export type Measure = { readonly ours: Field<'optional'>; readonly metric: Field<'optional'>; readonly ratio: Ratio };

export const INCH_DECIMALS = 2;
export const POUND_DECIMALS = 3;
/** With larger dimensions, the product of three would not be a safe integer (see `Dimensions`). */
const INCHES = [0.01, 1000] as const;
/** The same bounds: less than 0.02 cm would be 0.00 in. */
const CENTIMETRES = [0.02, 2540] as const;
const POUNDS = [0.001, 100_000] as const;
const KILOGRAMS = [0.001, 45_359.237] as const;

/** `lengthIn` or `lengthCm`. */
export function lengthMeasure(name: string, example: number): Measure {
  const [ours, metric] = [`${name}In`, `${name}Cm`];
  return {
    ours: {
      ...optionalField(decimal(INCH_DECIMALS, INCHES), `inches; this or ${metric} is required`, example),
      name: ours,
    },
    metric: {
      ...optionalField(decimal(2, CENTIMETRES), `centimetres, instead of ${ours}`, example * 2.54),
      name: metric,
      insteadOf: ours,
    },
    ratio: CM,
  };
}

/** `weightLb` or `weightKg`. */
export function weightMeasure(name: string, what: string, example: number): Measure {
  const [ours, metric] = [`${name}Lb`, `${name}Kg`];
  return {
    ours: { ...optionalField(decimal(POUND_DECIMALS, POUNDS), `${what} in pounds`, example), name: ours },
    metric: {
      ...optionalField(decimal(3, KILOGRAMS), `${what} in kilograms, instead of ${ours}`, 2.722),
      name: metric,
      insteadOf: ours,
    },
    ratio: KG,
  };
}

/** The measure in our unit (hundredths of an inch, thousandths of a pound). Undefined when the record has neither field. */
export function getMeasure(r: RecordReading, measure: Measure, input: RecordInput): number | undefined {
  const { ours, metric, ratio } = measure;
  const scaled = r.decimal(ours, input[ours.name]);
  const metricScaled = r.decimal(metric, input[metric.name]);
  if (metricScaled === undefined) return scaled;
  if (scaled !== undefined)
    r.report(metric.name, `must be absent when ${ours.name} is given: one measure has one unit`);
  return fromMetric(metricScaled, ratio);
}

export function getRequiredMeasure(r: RecordReading, measure: Measure, input: RecordInput): number {
  const { ours, metric } = measure;
  const isAbsent = (input[ours.name] ?? undefined) === undefined && (input[metric.name] ?? undefined) === undefined;
  if (isAbsent) r.report(ours.name, `is required: ${ours.rule}; or ${metric.name} in metric units`);
  return getMeasure(r, measure, input) as number;
}

/**
 * The only conversion of units: once, when a record is read. To the nearest of our units; with these fractions no value is
 * halfway between two. Everything is a safe integer, so the result is exact: a floating-point quotient could fall on the
 * wrong side of a half.
 */
export function fromMetric(scaled: number, { numerator, denominator }: Ratio): number {
  const dividend = scaled * numerator;
  const remainder = dividend % denominator;
  return (dividend - remainder) / denominator + (2 * remainder >= denominator ? 1 : 0);
}
