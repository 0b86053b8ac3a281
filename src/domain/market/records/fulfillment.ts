import type { Fulfillment, SizeRule, WeightTier } from '../../fees/fee-schedule.ts';
import { ID_RULE, isId } from '../../ids.ts';
import { B, F, G, L, M, U, W } from './fee-schedule-fields.ts';
import type { Field } from './field.ts';
import {
  getDecimal,
  getElement,
  getInteger,
  getList,
  getMap,
  getMoney,
  getObject,
  getText,
  type Input,
  type Reading,
} from './reading.ts';
import { readSizeRule } from './size-rule.ts';

const NOTHING: Input = {};
/** Decision 16. */
const DEFAULT_PROGRAM = 'FS_STANDARD';

export function readFulfillment(r: Reading, raw: unknown): Fulfillment | undefined {
  const input = getObject(r, F.fulfillment, raw);
  if (input === undefined) return undefined;
  const fulfillment = {
    weight: readWeight(r, input.weight),
    tiers: readWeightTiers(r, input.tiers),
    surcharges: readSurcharges(r, input.surcharges),
    oversizeWhen: getSizeRule(r, 'fulfillment', M.oversizeWhen, input.oversizeWhen),
    additionalOversizeWhen: getSizeRule(r, 'fulfillment', M.additionalOversizeWhen, input.additionalOversizeWhen),
    bigAndBulky: readBigAndBulky(r, input.bigAndBulky),
    programs: readPrograms(r, input.programs),
  };
  r.at('');
  return fulfillment;
}

/** The object of a part; when it is not there its own problem is told, and not that of each of its fields. */
function part(r: Reading, field: Field<'required'>, raw: unknown): Input | undefined {
  r.at('fulfillment');
  const input = getObject(r, field, raw);
  r.at(`fulfillment.${field.name}`);
  return input;
}

function readWeight(r: Reading, raw: unknown): Fulfillment['weight'] {
  const input = part(r, M.weight, raw);
  if (input === undefined) return NOTHING as never;
  return {
    dimDivisor: getInteger(r, W.dimDivisor, input.dimDivisor),
    unitWeightOnlyBelowThousandthsLb: getDecimal(r, W.useUnitWeightOnlyBelowLb, input.useUnitWeightOnlyBelowLb),
    packagingThousandthsLb: getDecimal(r, W.packagingLb, input.packagingLb),
    roundUpToThousandthsLb: getDecimal(r, W.roundUpTo, input.roundUpTo),
  };
}

function readWeightTiers(r: Reading, raw: unknown): WeightTier[] {
  r.at('fulfillment');
  const list = getList(r, M.tiers, raw) ?? [];
  const tiers: WeightTier[] = [];
  for (const [index, one] of list.entries()) {
    const input = getElement(r, M.tiers, 'fulfillment.tiers', index, one);
    if (input === undefined) continue;
    const maxThousandthsLb = getDecimal(r, L.maxLb, input.maxLb);
    const before = tiers.at(-1);
    if (before !== undefined && maxThousandthsLb <= before.maxThousandthsLb) {
      r.say(L.maxLb.name, 'must be more than in the tier before');
    }
    tiers.push({ maxThousandthsLb, ...readPrice(r, input) });
  }
  return tiers;
}

function readPrice(r: Reading, input: Input): Omit<WeightTier, 'maxThousandthsLb'> {
  return {
    baseMinor: getMoney(r, L.base, input.base),
    perLbMinor: getMoney(r, L.perLb, input.perLb),
    overThousandthsLb: getDecimal(r, L.overLb, input.overLb),
  };
}

function readSurcharges(r: Reading, raw: unknown): Fulfillment['surcharges'] {
  const input = part(r, M.surcharges, raw);
  if (input === undefined) return NOTHING as never;
  return {
    apparelMinor: getMoney(r, U.apparel, input.apparel),
    hazmatMinor: getMoney(r, U.hazmat, input.hazmat),
    priceUnder10Minor: getMoney(r, U.priceUnder10, input.priceUnder10),
    oversizeMinor: getMoney(r, U.oversize, input.oversize),
    additionalOversizeMinor: getMoney(r, U.additionalOversize, input.additionalOversize),
  };
}

function readBigAndBulky(r: Reading, raw: unknown): Fulfillment['bigAndBulky'] {
  const input = part(r, M.bigAndBulky, raw);
  if (input === undefined) return NOTHING as never;
  return { when: getSizeRule(r, 'fulfillment.bigAndBulky', B.when, input.when), ...readPrice(r, input) };
}

function getSizeRule(r: Reading, place: string, field: Field<'required'>, raw: unknown): SizeRule {
  r.at(place);
  const text = getText(r, field, raw);
  const rule = text === undefined ? undefined : readSizeRule(text);
  if (text !== undefined && rule === undefined)
    r.say(field.name, `must be ${field.right}, not ${JSON.stringify(text)}`);
  return rule as SizeRule;
}

function readPrograms(r: Reading, raw: unknown): Fulfillment['programs'] {
  r.at('fulfillment');
  const programs: Record<string, { additionMinor: number }> = {};
  const entries = getMap(r, M.programs, raw);
  if (entries !== undefined && !entries.some(([name]) => name === DEFAULT_PROGRAM)) {
    r.say(M.programs.name, `must have ${DEFAULT_PROGRAM}, which is meant when a caller names none`);
  }
  for (const [name, one] of entries ?? []) {
    r.at('fulfillment.programs');
    const input = getObject(r, { ...(M.programs.element as Field), name }, one);
    if (!isId(name)) r.say(name, `must be named by ${ID_RULE}`);
    if (input === undefined || !isId(name)) continue;
    r.at(`fulfillment.programs.${name}`);
    programs[name] = { additionMinor: getMoney(r, G.addition, input.addition) };
  }
  return programs;
}
