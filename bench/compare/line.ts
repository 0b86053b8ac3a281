import { meanOf, pairedDifference } from './statistics.ts';

/** The cells of one line of the table. */
export type Line = string[];

export const headOf = (what: string, baseline: string): Line => [
  what,
  `${baseline}: CPU µs`,
  'working tree: CPU µs',
  'difference',
  '95 % interval',
];

/** Writes the line at once, too: the whole table comes at the end of an hour. `more` are further cells. */
export function comparison(
  name: string,
  baseline: readonly number[],
  current: readonly number[],
  more: Line = [],
): Line {
  const { percent, low, high } = pairedDifference(baseline, current);
  const line = [
    name,
    meanOf(baseline).toFixed(1),
    meanOf(current).toFixed(1),
    signed(percent),
    `${signed(low)} to ${signed(high)}`,
    ...more,
  ];
  process.stdout.write(`${line.join('; ')}\n`);
  return line;
}

const signed = (percent: number) => `${percent < 0 ? '' : '+'}${percent.toFixed(1)} %`;
