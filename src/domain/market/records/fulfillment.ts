import type { Fulfillment, SizeRule, WeightTier } from '../../fees/fee-schedule.ts';
import { ID_RULE, isId } from '../../ids.ts';
import {
  BIG_AND_BULKY,
  FULFILLMENT,
  PROGRAM,
  SCHEDULE,
  SURCHARGES,
  WEIGHT,
  WEIGHT_TIER,
} from './fee-schedule-fields.ts';
import type { Field } from './field.ts';
import type { RecordInput, RecordReading } from './reading.ts';
import { readSizeRule } from './size-rule.ts';

const NO_INPUT: RecordInput = {};
/** Decision 16. */
const DEFAULT_PROGRAM = 'FS_STANDARD';

export function readFulfillment(r: RecordReading, raw: unknown): Fulfillment | undefined {
  const input = r.object(SCHEDULE.fulfillment, raw);
  if (input === undefined) return undefined;
  const fulfillment = {
    weight: readWeight(r, input.weight),
    tiers: readWeightTiers(r, input.tiers),
    surcharges: readSurcharges(r, input.surcharges),
    oversizeWhen: getSizeRule(r, 'fulfillment', FULFILLMENT.oversizeWhen, input.oversizeWhen),
    additionalOversizeWhen: getSizeRule(
      r,
      'fulfillment',
      FULFILLMENT.additionalOversizeWhen,
      input.additionalOversizeWhen,
    ),
    bigAndBulky: readBigAndBulky(r, input.bigAndBulky),
    programs: readPrograms(r, input.programs),
  };
  r.at('');
  return fulfillment;
}

/** The object of one part. A missing object is one problem, not one for each of its fields. */
function getPart(r: RecordReading, field: Field<'required'>, raw: unknown): RecordInput | undefined {
  r.at('fulfillment');
  const input = r.object(field, raw);
  r.at(`fulfillment.${field.name}`);
  return input;
}

function readWeight(r: RecordReading, raw: unknown): Fulfillment['weight'] {
  const input = getPart(r, FULFILLMENT.weight, raw);
  if (input === undefined) return NO_INPUT as never;
  return {
    dimDivisor: r.integer(WEIGHT.dimDivisor, input.dimDivisor),
    unitWeightOnlyBelowThousandthsLb: r.decimal(WEIGHT.useUnitWeightOnlyBelowLb, input.useUnitWeightOnlyBelowLb),
    packagingThousandthsLb: r.decimal(WEIGHT.packagingLb, input.packagingLb),
    roundUpToThousandthsLb: r.decimal(WEIGHT.roundUpTo, input.roundUpTo),
  };
}

function readWeightTiers(r: RecordReading, raw: unknown): WeightTier[] {
  r.at('fulfillment');
  const list = r.list(FULFILLMENT.tiers, raw) ?? [];
  const tiers: WeightTier[] = [];
  for (const [index, one] of list.entries()) {
    r.at('fulfillment.tiers', index);
    const input = r.element(FULFILLMENT.tiers, one);
    if (input === undefined) continue;
    const maxThousandthsLb = r.decimal(WEIGHT_TIER.maxLb, input.maxLb);
    const previous = tiers.at(-1);
    if (previous !== undefined && maxThousandthsLb <= previous.maxThousandthsLb) {
      r.report(WEIGHT_TIER.maxLb.name, 'must be more than in the previous tier');
    }
    tiers.push({ maxThousandthsLb, ...readPrice(r, input) });
  }
  return tiers;
}

function readPrice(r: RecordReading, input: RecordInput): Omit<WeightTier, 'maxThousandthsLb'> {
  return {
    baseMinor: r.money(WEIGHT_TIER.base, input.base),
    perLbMinor: r.money(WEIGHT_TIER.perLb, input.perLb),
    overThousandthsLb: r.decimal(WEIGHT_TIER.overLb, input.overLb),
  };
}

function readSurcharges(r: RecordReading, raw: unknown): Fulfillment['surcharges'] {
  const input = getPart(r, FULFILLMENT.surcharges, raw);
  if (input === undefined) return NO_INPUT as never;
  return {
    apparelMinor: r.money(SURCHARGES.apparel, input.apparel),
    hazmatMinor: r.money(SURCHARGES.hazmat, input.hazmat),
    priceUnder10Minor: r.money(SURCHARGES.priceUnder10, input.priceUnder10),
    oversizeMinor: r.money(SURCHARGES.oversize, input.oversize),
    additionalOversizeMinor: r.money(SURCHARGES.additionalOversize, input.additionalOversize),
  };
}

function readBigAndBulky(r: RecordReading, raw: unknown): Fulfillment['bigAndBulky'] {
  const input = getPart(r, FULFILLMENT.bigAndBulky, raw);
  if (input === undefined) return NO_INPUT as never;
  return { when: getSizeRule(r, 'fulfillment.bigAndBulky', BIG_AND_BULKY.when, input.when), ...readPrice(r, input) };
}

function getSizeRule(r: RecordReading, path: string, field: Field<'required'>, raw: unknown): SizeRule {
  r.at(path);
  const text = r.text(field, raw);
  const rule = text === undefined ? undefined : readSizeRule(text);
  if (text !== undefined && rule === undefined)
    r.report(field.name, `must be ${field.rule}, not ${JSON.stringify(text)}`);
  return rule as SizeRule;
}

function readPrograms(r: RecordReading, raw: unknown): Fulfillment['programs'] {
  r.at('fulfillment');
  const programs: Record<string, { additionMinor: number }> = {};
  const entries = r.map(FULFILLMENT.programs, raw);
  if (entries !== undefined && !entries.some(([name]) => name === DEFAULT_PROGRAM)) {
    r.report(FULFILLMENT.programs.name, `must include ${DEFAULT_PROGRAM}, the default program`);
  }
  for (const [name, one] of entries ?? []) {
    r.at('fulfillment.programs');
    const input = r.object({ ...(FULFILLMENT.programs.element as Field), name }, one);
    if (!isId(name)) r.report(name, `must have a name of ${ID_RULE}`);
    if (input === undefined || !isId(name)) continue;
    r.at(`fulfillment.programs.${name}`);
    programs[name] = { additionMinor: r.money(PROGRAM.addition, input.addition) };
  }
  return programs;
}
