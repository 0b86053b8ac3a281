import assert from 'node:assert/strict';
import type { Snapshots } from '../../src/db/snapshot.ts';
import { receiverOf } from '../../src/notifications/events/receivers.ts';
import type { CopySink, ReportRequest, ReportType } from '../../src/reports/report-type.ts';
import { reportType } from '../../src/reports/types/list.ts';
import { keyComparison } from '../../src/wire/reports/document-lines.ts';
import type { Line } from '../../src/wire/reports/report-description.ts';

type Wanted = Omit<ReportRequest, 'type'>;

/** What a type takes from a snapshot, as it comes back from a file, and the lines that it makes of it. */
export const reportLines = async (
  snapshots: Snapshots,
  name: string,
  request: Wanted,
  nowMs: number,
): Promise<Line[]> => (await reportWithSequence(snapshots, name, request, nowMs)).lines;

/** The same with the sequence of the seller's last event then. */
export async function reportWithSequence(
  snapshots: Snapshots,
  name: string,
  request: Wanted,
  nowMs: number,
): Promise<{ lines: Line[]; sequence: number }> {
  const type = reportType(name);
  const asked: ReportRequest = { ...request, type: name };
  const streams = new Map<string, string[]>();
  const facts: Record<string, unknown> = {};
  const sink: CopySink = {
    row(stream, row) {
      const rows = streams.get(stream) ?? [];
      streams.set(stream, rows);
      rows.push(JSON.stringify(row));
    },
    fact(key, value) {
      facts[key] = JSON.parse(JSON.stringify(value));
    },
    version: () => undefined,
  };
  const sequence = await snapshots.take(async (snapshot) => {
    await type.copy(snapshot, asked, sink, nowMs);
    return (await receiverOf(snapshot, request.sellerId))?.latestSequence ?? 0;
  }, 60_000);
  const copy = {
    instant: { instantMs: nowMs, sequence, versions: {} },
    failed: (error: unknown) => {
      throw error;
    },
    fact: <T>(key: string) => facts[key] as T,
    async *rows<R>(stream: string) {
      for (const row of streams.get(stream) ?? []) yield JSON.parse(row) as R;
    },
  };
  const lines = await Array.fromAsync(type.lines(copy, asked));
  mustBeInOrder(type, lines);
  return { lines, sequence };
}

/** What a comparison with an earlier report needs, and what documents promise. */
function mustBeInOrder({ description }: ReportType, lines: readonly Line[]): void {
  const compare = keyComparison(description);
  const keyOf = (line: Line) => description.key.map((name) => line[name]);
  const names = new Set(description.columns.map(({ name }) => name));
  for (const [n, line] of lines.entries()) {
    assert.ok(
      keyOf(line).every((value) => value !== undefined),
      `no key in ${JSON.stringify(line)}`,
    );
    const before = lines[n - 1];
    if (before) assert.ok(compare(keyOf(before), keyOf(line)) < 0, JSON.stringify([keyOf(before), keyOf(line)]));
    for (const name of Object.keys(line)) assert.ok(names.has(name), `${name} is no column`);
  }
}

type Json = Record<string, unknown>;

/**
 * What a single endpoint answers, under the names of columns: written again, so that a mistake of the lines shows. `lists`: members that are
 * lists or objects in one column.
 */
export function flattened(answer: object, whole: readonly string[] = [], path = ''): Json {
  const flat: Json = {};
  for (const [name, value] of Object.entries(answer)) {
    const column = `${path}${name}`;
    if (typeof value !== 'object' || value === null || Array.isArray(value) || whole.includes(column))
      flat[column] = value;
    else if ('CurrencyCode' in value) flat[column] = value.Amount;
    else Object.assign(flat, flattened(value, whole, `${column}.`));
  }
  return flat;
}

/** A line without some columns. */
export const without = (line: Line, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(line).filter(([name]) => !names.includes(name)));
