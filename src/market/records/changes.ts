import type { Sql } from '../../db/db.ts';
import type { Item, ItemKey } from '../../domain/market/item.ts';
import type { RecordKind } from '../../domain/market/records/envelope.ts';
import type { MarketRecord } from '../../domain/market/records/market-record.ts';
import type { FieldProblem } from '../../domain/market/records/reading.ts';
import type { NewItems } from '../boards/stored-items.ts';
import type { Occasion } from '../events/occasion.ts';
import { TransactionNotes } from '../events/transaction-notes.ts';
import { recordStates } from '../history/price-history.ts';
import { JudgedOffers } from '../offers/offer-judgement.ts';
import { items } from './item.ts';
import { type Change, type PutContext, type RequiredRecord, recordRules } from './record-rules.ts';
import { findRecords, keyText, lockTexts, putRecords, removeRecords, type StoredRecord } from './record-table.ts';

/** The result of one change. */
export type ChangeOutcome = 'added' | 'changed' | 'unchanged' | 'removed' | 'absent' | { problems: FieldProblem[] };

export type Applied = {
  /** One for each change, in their order. */
  outcomes: ChangeOutcome[];
  /** The items whose boards must be rebuilt. */
  touched: ItemKey[];
  /** Of these, the items that these changes added. The offers on them are all in `judged`. */
  newItems: NewItems;
  /** The offers that these changes wrote, as they are stored now. */
  judged: JudgedOffers;
  /** The records of items that were read, by their text. */
  parsedItems: ReadonlyMap<string, Item>;
  /** What changed about each item, for events. */
  notes: TransactionNotes;
};

/**
 * Applies checked records with the same result as one after the other. A change that breaks a rule of the market (an offer
 * on an unknown item, the removal of a seller with offers) is rejected with its reason; the others take effect.
 */
export async function applyRecords(
  tx: Sql,
  records: readonly MarketRecord[],
  now: number,
  isMarkedStale: PutContext['isMarkedStale'],
  { isQuiet, requestId }: Pick<Occasion, 'isQuiet' | 'requestId'>,
): Promise<Applied> {
  const outcomes: ChangeOutcome[] = new Array(records.length);
  const touched = new Map<string, ItemKey>();
  const judged = new JudgedOffers();
  const parsedItems = new Map<string, Item>();
  const notes = new TransactionNotes(isQuiet, requestId);
  for (const group of groupsOf(records)) {
    const added: Added = new Map();
    for (const kind of kindsInOrder) {
      const entries = group.get(kind);
      if (entries)
        await applyEntries(tx, kind, entries, {
          records,
          outcomes,
          touched,
          added,
          judged,
          parsedItems,
          notes,
          now,
          isMarkedStale,
        });
    }
  }
  await recordStates(tx, judged.changes, now);
  const newItems = newItemsIn(records, outcomes);
  return { outcomes, touched: [...touched.values()], newItems, judged, parsedItems, notes };
}

/** The rebuild of boards need not read back what was just written. Empty when something was also changed or removed. */
function newItemsIn(records: readonly MarketRecord[], outcomes: readonly ChangeOutcome[]): NewItems {
  const newItems = new Map<string, Item>();
  const onlyAdded = outcomes.every(
    (outcome) => outcome === 'added' || outcome === 'unchanged' || typeof outcome === 'object',
  );
  if (!onlyAdded) return newItems;
  records.forEach((record, n) => {
    if (record.kind === 'item' && record.op === 'upsert' && outcomes[n] === 'added') {
      newItems.set(keyText(items.keyOf(record.value)), record.value);
    }
  });
  return newItems;
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
type ChangeProgress = Pick<PutContext, 'now' | 'isMarkedStale' | 'judged' | 'notes'> & {
  records: readonly MarketRecord[];
  outcomes: ChangeOutcome[];
  touched: Map<string, ItemKey>;
  added: Added;
  parsedItems: Map<string, Item>;
};

async function applyEntries(
  tx: Sql,
  kind: RecordKind,
  entries: readonly Entry[],
  progress: ChangeProgress,
): Promise<void> {
  const { table, ...rules } = recordRules[kind];
  const { outcomes, touched, added, judged, notes, now } = progress;
  const stored = await findRecords(
    tx,
    table,
    entries.map(({ key }) => key),
  );
  const pending: (Entry & Change<never> & { text: string })[] = [];
  for (const entry of entries) {
    const row = stored.get(entry.keyText);
    const old = row?.record;
    const text = entry.op === 'upsert' ? JSON.stringify(entry.value) : '';
    if (entry.op === 'upsert' && old === text) outcomes[entry.index] = 'unchanged';
    else if (entry.op === 'delete' && old === undefined) outcomes[entry.index] = 'absent';
    else pending.push({ ...entry, old, stored: row, text });
  }
  if (pending.length === 0) return;

  const isRemoval = pending[0]?.op === 'delete';
  const required: RequiredRecords = new Map();
  const missing = isRemoval ? [] : await missingRecords(tx, rules.requires ?? [], pending, added, required);
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
    if (kind === 'offer') {
      for (const { keyText: text, value, stored: row } of allowed) {
        judged.remove(text);
        notes.removeOffer(value, row as StoredRecord);
      }
    }
  } else {
    const context = { ...progress, requiredRecord: requiredFrom(progress, required) };
    await putRecords(
      tx,
      table,
      allowed.map((change) => ({
        key: change.value,
        text: change.text,
        others: rules.columnsOf?.(change, context) ?? [],
        stored: change.stored,
      })),
    );
  }
  const touch = (key: ItemKey) => touched.set(keyText([key.marketplaceId, key.itemId]), key);
  for (const change of allowed) rules.touches?.(change, touch);
  await rules.afterwards?.(tx, allowed, now, notes);
}

/** The texts of stored records that changes require: `kind key` -> text. */
type RequiredRecords = Map<string, string>;

/** A required record is stored, or an earlier change of the same group added it. */
function requiredFrom(
  { records, added, parsedItems }: ChangeProgress,
  required: RequiredRecords,
): PutContext['requiredRecord'] {
  const parsed = new Map<string, unknown>();
  return <Model>(kind: RecordKind, key: readonly string[]) => {
    const name = `${kind} ${keyText(key)}`;
    const text = required.get(name);
    const index = added.get(name);
    if (!parsed.has(name)) parsed.set(name, text === undefined ? upserted(records[index ?? -1]) : JSON.parse(text));
    const model = parsed.get(name);
    if (kind === 'item' && text !== undefined) parsedItems.set(text, model as Item);
    return model as Model;
  };
}

const upserted = (record: MarketRecord | undefined) => (record?.op === 'upsert' ? record.value : undefined);

/**
 * For each change, the problem of a required record that is neither stored nor added by an earlier change. Adds the texts of
 * the stored ones to `found`.
 */
async function missingRecords(
  tx: Sql,
  required: readonly RequiredRecord<never>[],
  changes: readonly { index: number; value: never }[],
  added: Added,
  found: RequiredRecords,
): Promise<(FieldProblem | undefined)[]> {
  const missing: (FieldProblem | undefined)[] = new Array(changes.length);
  for (const { kind, keyOf, problemOf } of required) {
    const texts = changes.map(({ value }) => keyText(keyOf(value)));
    const wanted = new Map<string, string[]>();
    changes.forEach(({ value }, n) => {
      const text = texts[n] as string;
      if (!wanted.has(text) && !added.has(`${kind} ${text}`)) wanted.set(text, keyOf(value));
    });
    const stored = await lockTexts(tx, recordRules[kind].table, [...wanted.values()]);
    for (const [key, text] of stored) found.set(`${kind} ${key}`, text);
    changes.forEach(({ index, value }, n) => {
      const text = texts[n] as string;
      const exists = stored.has(text) || (added.get(`${kind} ${text}`) ?? Number.POSITIVE_INFINITY) < index;
      if (!exists) missing[n] ??= problemOf(value);
    });
  }
  return missing;
}
