import { decimalFromScaled, scaledFromDecimal } from '../../decimal.ts';
import type { SizeRule } from '../../fees/fee-schedule.ts';
import { CM, fromMetric, KG } from './measure.ts';

/** The measures of size rules, in the order in which `writeSizeRule` writes them. */
const MEASURES = [
  { name: 'weight', unit: 'lb', decimals: 3, metric: 'kg', ratio: KG, key: 'weightOverThousandthsLb' },
  { name: 'longest', unit: 'in', decimals: 2, metric: 'cm', ratio: CM, key: 'longestOverHundredthsIn' },
  { name: 'median', unit: 'in', decimals: 2, metric: 'cm', ratio: CM, key: 'medianOverHundredthsIn' },
  { name: 'longest+girth', unit: 'in', decimals: 2, metric: 'cm', ratio: CM, key: 'longestPlusGirthOverHundredthsIn' },
] as const;

export const SIZE_RULE_RULE =
  'comparisons joined by OR, such as "weight > 150 lb OR longest > 48 in OR median > 30 in OR longest+girth > 105 in"';

/** Ninety tons, or nine kilometres: the conversion of a larger number would not be exact. */
const MAX_METRIC = 90_000_000;

const COMPARISON = /^([a-z+]+) *> *([0-9.]+) *(in|lb|cm|kg)$/i;

/** Reads a size rule of a `feeSchedule` record. Undefined when the text is not one, or names a measure twice. */
export function readSizeRule(text: string): SizeRule | undefined {
  const rule: SizeRule = {};
  for (const part of text.split(/ +OR +/i)) {
    const [, name, number = '', unit] = COMPARISON.exec(part.trim()) ?? [];
    const measure = MEASURES.find((candidate) => candidate.name === name?.toLowerCase());
    if (measure === undefined || rule[measure.key] !== undefined) return undefined;
    const isMetric = measure.metric === unit?.toLowerCase();
    if (!isMetric && measure.unit !== unit?.toLowerCase()) return undefined;
    // Both units of a measure have the same decimals: hundredths of an inch and of a centimetre, thousandths of the others.
    const bound = scaledFromDecimal(number, measure.decimals);
    if (typeof bound !== 'number' || (isMetric && bound > MAX_METRIC)) return undefined;
    rule[measure.key] = isMetric ? fromMetric(bound, measure.ratio) : bound;
  }
  return rule;
}

export function writeSizeRule(rule: SizeRule): string {
  const parts: string[] = [];
  for (const { name, unit, decimals, key } of MEASURES) {
    const bound = rule[key];
    if (bound !== undefined) parts.push(`${name} > ${decimalFromScaled(bound, decimals)} ${unit}`);
  }
  return parts.join(' OR ');
}
