import type { Sql } from '../db/db.ts';
import type { Item, ItemKey } from '../domain/market/item.ts';
import type { Offer } from '../domain/market/offer.ts';
import type { RecordKind } from '../domain/market/records/envelope.ts';
import type { FieldProblem } from '../domain/market/records/reading.ts';
import type { MarketRecord } from '../domain/market/records.ts';
import type { NewItems } from './board-rebuild.ts';
import { items } from './item.ts';
import { type Change, type RequiredRecord, recordRules } from './record-rules.ts';
import { findTexts, keyText, lockKeys, putRecords, removeRecords } from './record-table.ts';

/** The result of one change. */
export type ChangeOutcome = 'added' | 'changed' | 'unchanged' | 'removed' | 'absent' | { problems: FieldProblem[] };

export type Applied = {
  /** One for each change, in their order. */
  outcomes: ChangeOutcome[];
  /** The items whose boards must be rebuilt. */
  touched: ItemKey[];
  /** Of these, the items that these changes added, with all their offers. */
  newItems: NewItems;
};

/**
 * Applies checked records with the same result as one after the other. A change that breaks a rule of the market (an offer
 * on an unknown item, the removal of a seller with offers) is rejected with its reason; the others take effect.
 */
export async function applyRecords(tx: Sql, records: readonly MarketRecord[], now: number): Promise<Applied> {
  const outcomes: ChangeOutcome[] = new Array(records.length);
  const touched = new Map<string, ItemKey>();
  for (const group of groupsOf(records)) {
    const added: Added = new Map();
    for (const kind of kindsInOrder) {
      const entries = group.get(kind);
      if (entries) await applyEntries(tx, kind, entries, { outcomes, touched, added, now });
    }
  }
  return { outcomes, touched: [...touched.values()], newItems: newItemsIn(records, outcomes) };
}

/** The rebuild of boards need not read back what was just written. Empty when something was also changed or removed. */
function newItemsIn(records: readonly MarketRecord[], outcomes: readonly ChangeOutcome[]): NewItems {
  const newItems = new Map<string, { item: Item; offers: Offer[] }>();
  records.forEach((record, n) => {
    if (record.op !== 'upsert' || outcomes[n] !== 'added') return;
    if (record.kind === 'item') newItems.set(keyText(items.keyOf(record.value)), { item: record.value, offers: [] });
    if (record.kind === 'offer') newItems.get(keyText(items.keyOf(record.value)))?.offers.push(record.value);
  });
  const onlyAdded = outcomes.every(
    (outcome) => outcome === 'added' || outcome === 'unchanged' || typeof outcome === 'object',
  );
  return onlyAdded ? newItems : new Map();
}

/** A record that others need comes before them. */
const kindsInOrder: readonly RecordKind[] = ['marketplace', 'seller', 'item', 'offer', 'feeSchedule'];

type Entry = { index: number; op: MarketRecord['op']; value: never; key: string[]; keyText: string };
type Group = Map<RecordKind, Entry[]>;

/**
 * Cuts the changes into groups that can be written kind by kind: upserts of different records, or removals of one kind. An
 * import alternates items and offers: if each run of one kind were written on its own, each would cost a round trip.
 */
function groupsOf(records: readonly MarketRecord[]): Group[] {
  const groups: Group[] = [];
  let group: Group | undefined;
  let seen = new Set<string>();
  let operation = '';
  records.forEach((record, index) => {
    const { kind, op } = record;
    const value = (op === 'upsert' ? record.value : record.key) as never;
    const key = recordRules[kind].table.keyOf(value);
    const text = keyText(key);
    const nextOperation = op === 'upsert' ? op : `${op} ${kind}`;
    if (group === undefined || operation !== nextOperation || seen.has(`${kind} ${text}`)) {
      group = new Map();
      groups.push(group);
      seen = new Set();
      operation = nextOperation;
    }
    seen.add(`${kind} ${text}`);
    const entries = group.get(kind);
    const entry: Entry = { index, op, value, key, keyText: text };
    if (entries) entries.push(entry);
    else group.set(kind, [entry]);
  });
  return groups;
}

/** The records that this group added, and the index of the change: `kind key` -> index. */
type Added = Map<string, number>;
type ChangeProgress = {
  outcomes: ChangeOutcome[];
  touched: Map<string, ItemKey>;
  added: Added;
  now: number;
};

async function applyEntries(
  tx: Sql,
  kind: RecordKind,
  entries: readonly Entry[],
  progress: ChangeProgress,
): Promise<void> {
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
  const missing = isRemoval || !rules.requires ? [] : await missingRecords(tx, rules.requires, pending, added);
  const rejections = await (isRemoval ? rules.rejectRemoval : rules.rejectPut)?.(tx, pending);
  const allowed = pending.filter(({ index, old, keyText: text }, n) => {
    const problem = missing[n] ?? rejections?.[n];
    if (problem) outcomes[index] = { problems: [problem] };
    else if (isRemoval) outcomes[index] = 'removed';
    else outcomes[index] = old === undefined ? 'added' : 'changed';
    if (outcomes[index] === 'added') added.set(`${kind} ${text}`, index);
    return problem === undefined;
  });
  if (isRemoval) {
    await rules.beforeRemoval?.(tx, allowed, now);
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
      now,
    );
  }
  const touch = (key: ItemKey) => touched.set(keyText([key.marketplaceId, key.itemId]), key);
  for (const { value, old } of allowed) rules.touches?.(value, old, touch);
  await rules.afterwards?.(tx, allowed, now);
}

/** For each change, the problem of a required record that is neither stored nor added by an earlier change. */
async function missingRecords(
  tx: Sql,
  required: readonly RequiredRecord<never>[],
  changes: readonly { index: number; value: never }[],
  added: Added,
): Promise<(FieldProblem | undefined)[]> {
  const missing: (FieldProblem | undefined)[] = new Array(changes.length);
  for (const { kind, keyOf, problemOf } of required) {
    const texts = changes.map(({ value }) => keyText(keyOf(value)));
    const wanted = new Map<string, string[]>();
    changes.forEach(({ value }, n) => {
      const text = texts[n] as string;
      if (!wanted.has(text) && !added.has(`${kind} ${text}`)) wanted.set(text, keyOf(value));
    });
    const stored = await lockKeys(tx, recordRules[kind].table, [...wanted.values()]);
    changes.forEach(({ index, value }, n) => {
      const text = texts[n] as string;
      const exists = stored.has(text) || (added.get(`${kind} ${text}`) ?? Number.POSITIVE_INFINITY) < index;
      if (!exists) missing[n] ??= problemOf(value);
    });
  }
  return missing;
}
