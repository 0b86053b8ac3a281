import { geometricMeanOf, meanOf, pairedRatio } from '../compare/statistics.ts';
import type { Engine } from '../compare/store.ts';
import { markdown, ratioText } from '../requests/report.ts';
import type { ChangeMeasurement } from './measure-row.ts';
import type { Receivers } from './options.ts';

/** One line of the table: what was measured, and the rounds of the service and of the bare loop. */
export type ChangesRow = {
  engine: Engine;
  changes: number;
  callers: number;
  receivers: Receivers;
  own: readonly ChangeMeasurement[];
  bare: readonly ChangeMeasurement[];
};

/** Printed above the table, so that no figure is read as more than it is. */
export const CHANGES_NOTE = `The service is an API process that takes calls of POST /operator/v1/changes: HTTP, the token, reading, checking, deciding,
writing and the entry in the audit log. The bare loop writes the rows of the same calls with prepared statements on one connection, each
row once for a call and only the columns that changed, in one transaction for each call, and waits for the disk as the service does.
It reads nothing, decides nothing and has no HTTP. CPU is that of the process and of all processes of PostgreSQL, for one change. The
processes that send calls do not count. No worker runs: events wait in their queue, and history is not added up.
`;

const HEAD = [
  ...[
    'engine',
    'changes in a call',
    'callers',
    'receivers',
    'changes/s',
    'call: p50 ms',
    'p99 ms',
    'CPU µs',
    'PostgreSQL: CPU µs',
  ],
  ...['bare loop: changes/s', 'CPU µs', 'rows', 'ratio by CPU'],
];

export const changesTable = (rows: readonly ChangesRow[]) => markdown([HEAD, ...rows.map(cellsOf)]);

/** The same cells in one line, while the bench runs. */
export function changesLine(row: ChangesRow): string {
  const cells = cellsOf(row);
  return `${cells.map((cell, n) => (n === 0 ? cell : `${HEAD[n]} ${cell}`)).join('; ')}\n`;
}

function cellsOf({ engine, changes, callers, receivers, own, bare }: ChangesRow): string[] {
  const callMs = own.flatMap((one) => one.callMs).sort((a, b) => a - b);
  const quantile = (part: number) => (callMs[Math.floor(part * (callMs.length - 1))] ?? 0).toFixed(1);
  const mean = (rounds: readonly ChangeMeasurement[], figure: 'cpuMicros' | 'changesPerSecond') =>
    geometricMeanOf(rounds.map((one) => one[figure])).toFixed(0);
  const ratio = pairedRatio(
    own.map(({ cpuMicros }) => cpuMicros),
    bare.map(({ cpuMicros }) => cpuMicros),
  );
  return [
    ...[engine, String(changes), String(callers), receivers],
    ...[mean(own, 'changesPerSecond'), quantile(0.5), quantile(0.99), mean(own, 'cpuMicros')],
    engine === 'postgres' ? meanOf(own.map(({ serverCpuMicros }) => serverCpuMicros)).toFixed(0) : '–',
    ...[mean(bare, 'changesPerSecond'), mean(bare, 'cpuMicros'), meanOf(bare.map(({ rows }) => rows)).toFixed(1)],
    ratioText(ratio),
  ];
}
