import { DAY_MS } from '../../src/domain/duration.ts';
import type { Lifetime } from './ages.ts';
import type { SizesAt } from './judgement.ts';

/** Sweeps of whole days run every ten minutes at most. */
const SWEEP_DAYS = 2;

type Seen = {
  readonly lifetimes: readonly Lifetime[];
  readonly sizes: readonly SizesAt[];
  /** When the oldest row of each table is from, at the end. */
  readonly oldest: ReadonlyMap<string, number>;
  readonly endMs: number;
  /** How far one step of the clock goes. */
  readonly stepDays: number;
};

/** Tables with rows that are older than docs/retention.md says. Prints all. */
export function tooOld({ lifetimes, sizes, oldest, endMs, stepDays }: Seen): string[] {
  const problems: string[] = [];
  process.stdout.write('table: rows at most, rows at the end, days that they are kept, age of the oldest in days\n');
  for (const { table, days } of lifetimes) {
    const counts = sizes.map(({ rows }) => rows.get(table) ?? 0);
    const filledMs = sizes.find(({ rows }) => (rows.get(table) ?? 0) > 0)?.shownMs ?? endMs;
    const fromMs = oldest.get(table);
    const age = fromMs === undefined ? undefined : (endMs - fromMs) / DAY_MS;
    const hasEnded = endMs - filledMs > (days + SWEEP_DAYS + stepDays) * DAY_MS;
    const cells = [Math.max(0, ...counts), counts.at(-1) ?? 0, days, age?.toFixed(1) ?? '-'];
    process.stdout.write(`${table}: ${cells.join(', ')}${hasEnded ? '' : ' (none could be too old)'}\n`);
    if (hasEnded && age !== undefined && age > days + SWEEP_DAYS + stepDays)
      problems.push(`${table} has rows that are ${age.toFixed(1)} days old, and ${days} are allowed`);
  }
  return problems;
}
