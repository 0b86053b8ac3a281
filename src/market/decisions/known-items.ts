import type { Item } from '../../domain/market/item.ts';
import { items } from '../records/item.ts';
import type { RecordChange } from '../records/record-change.ts';
import { keyText } from '../records/record-table.ts';

/** Records of items that need not be read or parsed again. */
export type KnownItems = {
  /** Those that this transaction added, by their `keyText`. It judged all their offers when it wrote them. */
  readonly added: ReadonlyMap<string, Item>;
  /** Those that it parsed, by their text. */
  readonly parsed: ReadonlyMap<string, Item>;
  /** Those that it removed, by their `keyText`. */
  readonly removed: ReadonlyMap<string, Item>;
};

/** What the changes of a transaction say about items. An item counts as added only when nothing was changed or removed beside it. */
export function knownItems(changes: readonly RecordChange[]): KnownItems {
  const added = new Map<string, Item>();
  const parsed = new Map<string, Item>();
  const removed = new Map<string, Item>();
  let isOnlyAdded = true;
  for (const change of changes) {
    if (change.before !== undefined || change.after === undefined) isOnlyAdded = false;
    if (change.kind === 'offer') {
      const { item, itemText } = change.after ?? {};
      if (item !== undefined && itemText !== undefined) parsed.set(itemText, item);
    } else if (change.kind === 'item') {
      if (change.after !== undefined) added.set(keyText(items.keyOf(change.after)), change.after);
      else if (change.before !== undefined) removed.set(keyText(items.keyOf(change.before)), change.before);
    }
  }
  return { added: isOnlyAdded ? added : new Map(), parsed, removed };
}
