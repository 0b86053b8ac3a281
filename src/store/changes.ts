import type { ItemKey } from '../domain/item.ts';
import type { FieldProblem } from '../domain/records/reading.ts';
import type { MarketRecord } from '../domain/records.ts';
import type { Sql } from './db.ts';
import { kinds } from './kinds.ts';
import { findTexts, keyText, putRecords, removeRecords } from './record-table.ts';

/** What became of one change. */
export type Outcome = 'added' | 'changed' | 'unchanged' | 'removed' | 'absent' | { problems: FieldProblem[] };

export type Applied = {
  /** One for each change, in order. */
  outcomes: Outcome[];
  /** The items whose boards no longer hold. */
  touched: ItemKey[];
};

/**
 * Applies checked records in their order. A change that the market does not allow (an offer on an unknown item, the
 * removal of a seller with offers) is refused with its reason, the others take effect. Records of one kind that follow
 * each other and do not name the same thing twice are written together.
 */
export async function applyChanges(tx: Sql, records: readonly MarketRecord[]): Promise<Applied> {
  const outcomes: Outcome[] = [];
  const touched = new Map<string, ItemKey>();
  for (const run of runsOf(records)) {
    outcomes.push(...(await applyRun(tx, run, touched)));
  }
  return { outcomes, touched: [...touched.values()] };
}

type Run = { kind: MarketRecord['kind']; op: MarketRecord['op']; keys: string[][]; values: never[] };

function runsOf(records: readonly MarketRecord[]): Run[] {
  const runs: Run[] = [];
  let seen = new Set<string>();
  let run: Run | undefined;
  for (const record of records) {
    const value = (record.op === 'upsert' ? record.value : record.key) as never;
    const key = kinds[record.kind].table.keyOf(value);
    const text = keyText(key);
    if (run === undefined || run.kind !== record.kind || run.op !== record.op || seen.has(text)) {
      run = { kind: record.kind, op: record.op, keys: [], values: [] };
      runs.push(run);
      seen = new Set();
    }
    seen.add(text);
    run.keys.push(key);
    run.values.push(value);
  }
  return runs;
}

async function applyRun(tx: Sql, run: Run, touched: Map<string, ItemKey>): Promise<Outcome[]> {
  const { table, ...rules } = kinds[run.kind];
  const stored = await findTexts(tx, table, run.keys);
  const touch = (key: ItemKey) => touched.set(keyText([key.marketplaceId, key.itemId]), key);
  const outcomes: Outcome[] = new Array(run.values.length);
  const pending: { index: number; value: never; text: string; old: string | undefined }[] = [];
  for (let index = 0; index < run.values.length; index++) {
    const value = run.values[index] as never;
    const old = stored.get(keyText(run.keys[index] as string[]));
    const text = run.op === 'upsert' ? JSON.stringify(value) : '';
    if (run.op === 'upsert' && old === text) outcomes[index] = 'unchanged';
    else if (run.op === 'delete' && old === undefined) outcomes[index] = 'absent';
    else pending.push({ index, value, text, old });
  }
  if (pending.length === 0) return outcomes;

  const changes = pending.map(({ value, old }) => ({ value, old }));
  const refusals = await (run.op === 'upsert' ? rules.refusePut(tx, changes) : rules.refuseRemoval(tx, changes));
  const allowed = pending.filter((_change, n) => refusals[n] === undefined);
  pending.forEach(({ index, old }, n) => {
    const problem = refusals[n];
    if (problem) outcomes[index] = { problems: [problem] };
    else if (run.op === 'delete') outcomes[index] = 'removed';
    else outcomes[index] = old === undefined ? 'added' : 'changed';
  });
  if (run.op === 'upsert') {
    await putRecords(
      tx,
      table,
      allowed.map(({ value, text }) => ({ model: value, text })),
    );
  } else {
    await removeRecords(
      tx,
      table,
      allowed.map(({ value }) => value),
    );
  }
  for (const { value, old } of allowed) rules.touches(value, old, touch);
  await rules.afterwards?.(tx, allowed);
  return outcomes;
}
