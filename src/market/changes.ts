import type { Sql } from '../db/db.ts';
import type { Item, ItemKey } from '../domain/market/item.ts';
import type { Offer } from '../domain/market/offer.ts';
import type { RecordKind } from '../domain/market/records/envelope.ts';
import type { FieldProblem } from '../domain/market/records/reading.ts';
import type { MarketRecord } from '../domain/market/records.ts';
import { items } from './item.ts';
import { type Change, type Need, recordRules } from './record-rules.ts';
import { findTexts, keyText, knownKeys, putRecords, removeRecords } from './record-table.ts';

/** What became of one change. */
export type Outcome = 'added' | 'changed' | 'unchanged' | 'removed' | 'absent' | { problems: FieldProblem[] };

export type Applied = {
  /** One for each change, in order. */
  outcomes: Outcome[];
  /** The items whose boards no longer hold. */
  touched: ItemKey[];
  /** Of these, the items that came with these very changes, and all their offers: nobody else has any. */
  arrived: Map<string, { item: Item; offers: Offer[] }>;
};

/**
 * Applies checked records, with the same result as one after the other. A change that the market does not allow (an
 * offer on an unknown item, the removal of a seller with offers) is refused with its reason, the others take effect.
 */
export async function applyChanges(tx: Sql, records: readonly MarketRecord[], now: number): Promise<Applied> {
  const outcomes: Outcome[] = new Array(records.length);
  const touched = new Map<string, ItemKey>();
  for (const stretch of stretchesOf(records)) {
    const added: Added = new Map();
    for (const kind of kindsInOrder) {
      const entries = stretch.get(kind);
      if (entries) await applyEntries(tx, kind, entries, { outcomes, touched, added, now });
    }
  }
  return { outcomes, touched: [...touched.values()], arrived: arrivals(records, outcomes) };
}

/** Whoever makes the boards need not read back what was just written. Empty when something was changed or removed too. */
function arrivals(records: readonly MarketRecord[], outcomes: readonly Outcome[]): Applied['arrived'] {
  const arrived: Applied['arrived'] = new Map();
  records.forEach((record, n) => {
    if (record.op !== 'upsert' || outcomes[n] !== 'added') return;
    if (record.kind === 'item') arrived.set(keyText(items.keyOf(record.value)), { item: record.value, offers: [] });
    if (record.kind === 'offer') arrived.get(keyText(items.keyOf(record.value)))?.offers.push(record.value);
  });
  const onlyAdded = outcomes.every(
    (outcome) => outcome === 'added' || outcome === 'unchanged' || typeof outcome === 'object',
  );
  return onlyAdded ? arrived : new Map();
}

/** What a record needs comes before it. */
const kindsInOrder: readonly RecordKind[] = ['marketplace', 'seller', 'item', 'offer', 'feeSchedule'];

type Entry = { index: number; op: MarketRecord['op']; value: never; key: string[]; keyText: string };
type Stretch = Map<RecordKind, Entry[]>;

/**
 * Cuts the changes into stretches that can be written kind by kind: upserts of different things, or removals of one
 * kind. An import has items and offers in turn; written one run at a time they would cost a round trip each.
 */
function stretchesOf(records: readonly MarketRecord[]): Stretch[] {
  const stretches: Stretch[] = [];
  let stretch: Stretch | undefined;
  let seen = new Set<string>();
  let manner = '';
  records.forEach((record, index) => {
    const { kind, op } = record;
    const value = (op === 'upsert' ? record.value : record.key) as never;
    const key = recordRules[kind].table.keyOf(value);
    const text = keyText(key);
    const nextManner = op === 'upsert' ? op : `${op} ${kind}`;
    if (stretch === undefined || manner !== nextManner || seen.has(`${kind} ${text}`)) {
      stretch = new Map();
      stretches.push(stretch);
      seen = new Set();
      manner = nextManner;
    }
    seen.add(`${kind} ${text}`);
    const entries = stretch.get(kind);
    const entry: Entry = { index, op, value, key, keyText: text };
    if (entries) entries.push(entry);
    else stretch.set(kind, [entry]);
  });
  return stretches;
}

/** What this stretch brought into the market, and with which change: `kind key` -> index. */
type Added = Map<string, number>;
type Progress = {
  outcomes: Outcome[];
  touched: Map<string, ItemKey>;
  added: Added;
  now: number;
};

async function applyEntries(tx: Sql, kind: RecordKind, entries: readonly Entry[], progress: Progress): Promise<void> {
  const { table, ...rules } = recordRules[kind];
  const { outcomes, touched, added, now } = progress;
  const stored = await findTexts(
    tx,
    table,
    entries.map(({ key }) => key),
  );
  const pending: (Entry & Change<never> & { text: string })[] = [];
  for (const entry of entries) {
    const old = stored.get(entry.keyText);
    const text = entry.op === 'upsert' ? JSON.stringify(entry.value) : '';
    if (entry.op === 'upsert' && old === text) outcomes[entry.index] = 'unchanged';
    else if (entry.op === 'delete' && old === undefined) outcomes[entry.index] = 'absent';
    else pending.push({ ...entry, old, text });
  }
  if (pending.length === 0) return;

  const isRemoval = pending[0]?.op === 'delete';
  const unmet = isRemoval || !rules.needs ? [] : await unmetNeeds(tx, rules.needs, pending, added);
  const refusals = await (isRemoval ? rules.refuseRemoval : rules.refusePut)?.(tx, pending);
  const allowed = pending.filter(({ index, old, keyText: text }, n) => {
    const problem = unmet[n] ?? refusals?.[n];
    if (problem) outcomes[index] = { problems: [problem] };
    else if (isRemoval) outcomes[index] = 'removed';
    else outcomes[index] = old === undefined ? 'added' : 'changed';
    if (outcomes[index] === 'added') added.set(`${kind} ${text}`, index);
    return problem === undefined;
  });
  if (isRemoval) {
    await removeRecords(
      tx,
      table,
      allowed.map(({ value }) => value),
    );
  } else {
    await putRecords(
      tx,
      table,
      allowed.map(({ value, text }) => ({ model: value, text })),
    );
  }
  const touch = (key: ItemKey) => touched.set(keyText([key.marketplaceId, key.itemId]), key);
  for (const { value, old } of allowed) rules.touches?.(value, old, touch);
  await rules.afterwards?.(tx, allowed, now);
}

/** For each change, what it needs and is not there: not stored before, nor brought by an earlier change. */
async function unmetNeeds(
  tx: Sql,
  needs: readonly Need<never>[],
  changes: readonly { index: number; value: never }[],
  added: Added,
): Promise<(FieldProblem | undefined)[]> {
  const unmet: (FieldProblem | undefined)[] = new Array(changes.length);
  for (const { kind, keyOf, problemOf } of needs) {
    const texts = changes.map(({ value }) => keyText(keyOf(value)));
    const wanted = new Map<string, string[]>();
    changes.forEach(({ value }, n) => {
      const text = texts[n] as string;
      if (!wanted.has(text) && !added.has(`${kind} ${text}`)) wanted.set(text, keyOf(value));
    });
    const known = await knownKeys(tx, recordRules[kind].table, [...wanted.values()]);
    changes.forEach(({ index, value }, n) => {
      const text = texts[n] as string;
      const isThere = known.has(text) || (added.get(`${kind} ${text}`) ?? Number.POSITIVE_INFINITY) < index;
      if (!isThere) unmet[n] ??= problemOf(value);
    });
  }
  return unmet;
}
