import type { Sql, Value } from '../../db/db.ts';
import type { FieldProblem } from '../../domain/market/records/reading.ts';
import type { Applied, Changed, Entry, IndexedOutcome } from './record-change.ts';
import { findRecords, putRows, type RecordTable, removeRows } from './record-table.ts';

/** Why changes are rejected: one entry for each, undefined where it is allowed. */
export type Rejections = readonly (FieldProblem | undefined)[];

/** The rules of the market for one kind of record. */
export type RecordRules<Model extends Key, Key> = {
  readonly table: RecordTable<Key>;
  /** The values of the table's `otherColumns`. */
  columnsOf?(model: Model): Value[];
  rejectPut?(tx: Sql, changes: readonly Put<Model>[]): Promise<Rejections>;
  rejectRemoval?(tx: Sql, keys: readonly Key[]): Promise<Rejections>;
};

/** A record that is about to be written, and the stored one that it replaces. */
export type Put<Model> = { readonly index: number; readonly before: Model | undefined; readonly after: Model };

export const NOTHING: Applied<never> = { changes: [], outcomes: [] };

/** Writes records of one kind, and leaves out those that are stored already or break a rule. */
export async function putRecords<Model extends Key, Key>(
  tx: Sql,
  { table, columnsOf, rejectPut }: RecordRules<Model, Key>,
  entries: readonly Entry<Model>[],
): Promise<Applied<Changed<Model>>> {
  if (entries.length === 0) return NOTHING;
  const stored = await findRecords(tx, table, keysOf(entries));
  const unchanged: IndexedOutcome[] = [];
  const puts: (Put<Model> & { text: string })[] = [];
  for (const { index, value, text: key } of entries) {
    const before = stored.get(key)?.record;
    const text = JSON.stringify(value);
    if (before === text) unchanged.push({ index, outcome: 'unchanged' });
    else puts.push({ index, before: before === undefined ? undefined : JSON.parse(before), after: value, text });
  }
  if (puts.length === 0) return { changes: [], outcomes: unchanged };
  const rejections = (await rejectPut?.(tx, puts)) ?? [];
  const changes = puts.filter((_put, n) => rejections[n] === undefined);
  const rows = changes.map(({ after, text }) => ({ key: after, text, others: columnsOf?.(after) ?? [] }));
  await putRows(tx, table, rows);
  const outcomes = puts.map(({ index, before }, n): IndexedOutcome => {
    const problem = rejections[n];
    if (problem) return { index, outcome: { problems: [problem] } };
    return { index, outcome: before === undefined ? 'added' : 'changed' };
  });
  return { changes, outcomes: [...unchanged, ...outcomes] };
}

/** Removes records of one kind, and leaves out those that do not exist or that others need. */
export async function removeRecords<Model extends Key, Key>(
  tx: Sql,
  { table, rejectRemoval }: RecordRules<Model, Key>,
  entries: readonly Entry<Key>[],
): Promise<Applied<Changed<Model>>> {
  if (entries.length === 0) return NOTHING;
  const stored = await findRecords(tx, table, keysOf(entries));
  const absent = entries.filter(({ text }) => !stored.has(text));
  const found = entries.filter(({ text }) => stored.has(text));
  if (found.length === 0) return { changes: [], outcomes: absent.map(absentOutcome) };
  const rejections = (await rejectRemoval?.(tx, valuesOf(found))) ?? [];
  const removed = found.filter((_entry, n) => rejections[n] === undefined);
  await removeRows(tx, table, valuesOf(removed));
  const changes = removed.map(({ index, text }) => ({
    index,
    before: JSON.parse(stored.get(text)?.record ?? '') as Model,
    after: undefined,
  }));
  const outcomes = found.map(({ index }, n): IndexedOutcome => {
    const problem = rejections[n];
    return { index, outcome: problem ? { problems: [problem] } : 'removed' };
  });
  return { changes, outcomes: [...absent.map(absentOutcome), ...outcomes] };
}

export const absentOutcome = ({ index }: { index: number }): IndexedOutcome => ({ index, outcome: 'absent' });

export const keysOf = (entries: readonly Entry<unknown>[]) => entries.map(({ key }) => key);

const valuesOf = <Value>(entries: readonly Entry<Value>[]): Value[] => entries.map(({ value }) => value);

/** Checks changes one after the other. For kinds of which few change at a time. */
export async function checkEach<T>(
  changes: readonly T[],
  check: (change: T) => Promise<FieldProblem | undefined>,
): Promise<Rejections> {
  const rejections: (FieldProblem | undefined)[] = [];
  for (const change of changes) rejections.push(await check(change));
  return rejections;
}
