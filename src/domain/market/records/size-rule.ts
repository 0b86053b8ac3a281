import { decimalFromScaled, scaledFromDecimal } from '../../decimal.ts';
import type { SizeRule } from '../../fees/fee-schedule.ts';

/** The measures of size rules, in the order in which `writeSizeRule` writes them. */
const MEASURES = [
  { name: 'weight', unit: 'lb', decimals: 3, key: 'weightOverThousandthsLb' },
  { name: 'longest', unit: 'in', decimals: 2, key: 'longestOverHundredthsIn' },
  { name: 'median', unit: 'in', decimals: 2, key: 'medianOverHundredthsIn' },
  { name: 'longest+girth', unit: 'in', decimals: 2, key: 'longestPlusGirthOverHundredthsIn' },
] as const;

export const SIZE_RULE_RULE =
  'comparisons joined by OR, such as "weight > 150 lb OR longest > 48 in OR median > 30 in OR longest+girth > 105 in"';

const COMPARISON = /^([a-z+]+) *> *([0-9.]+) *(in|lb)$/i;

/** Reads a size rule of a `feeSchedule` record. Undefined when the text is not one, or names a measure twice. */
export function readSizeRule(text: string): SizeRule | undefined {
  const rule: SizeRule = {};
  for (const part of text.split(/ +OR +/i)) {
    const [, name, number = '', unit] = COMPARISON.exec(part.trim()) ?? [];
    const measure = MEASURES.find(
      (candidate) => candidate.name === name?.toLowerCase() && candidate.unit === unit?.toLowerCase(),
    );
    if (measure === undefined || rule[measure.key] !== undefined) return undefined;
    const bound = scaledFromDecimal(number, measure.decimals);
    if (typeof bound !== 'number') return undefined;
    rule[measure.key] = bound;
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
