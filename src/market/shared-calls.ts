import type { ChangeContext } from '../domain/changes/change-context.ts';
import type { ItemKey } from '../domain/market/item.ts';
import type { ApplyCall, Intent } from './apply-call.ts';
import { itemsOf } from './decisions/marked-items.ts';
import { items } from './records/item.ts';
import type { RecordChange } from './records/record-change.ts';
import { recordKey } from './records/record-key.ts';
import { keyText } from './records/record-table.ts';

/** A call with more intents gets a transaction of its own: sharing one would save it little. */
const MAX_INTENTS_OF_CALL = 20;
const MAX_INTENTS = 100;

/** Whether a call may share a transaction: a few live changes of offers. Other records reach many items. */
export function mayShare({ intents, options }: ApplyCall): boolean {
  return (
    options.boards === 'now' && intents.length <= MAX_INTENTS_OF_CALL && intents.every(({ kind }) => kind === 'offer')
  );
}

/**
 * How many of these calls share a transaction: the first ones, as long as no two are about the same item or offer. As one change, its
 * events would show what both did, and name one request.
 */
export function sharedCalls(calls: readonly ApplyCall[]): number {
  const taken = new Set<string>();
  let intents = 0;
  for (const [n, call] of calls.entries()) {
    const places = call.intents.flatMap(placesOf);
    intents += call.intents.length;
    if (n > 0 && (intents > MAX_INTENTS || places.some((place) => taken.has(place)))) return n;
    for (const place of places) taken.add(place);
  }
  return calls.length;
}

/** The offer, and the item where that is known. */
function placesOf(intent: Intent): string[] {
  const offer = `offer ${keyText(recordKey(intent))}`;
  if (intent.kind !== 'offer' || intent.op !== 'upsert') return [offer];
  return [offer, keyText(items.keyOf(intent.value))];
}

/** Two calls of a transaction touch the same item. Each is applied by itself then. */
class SharedItemError extends Error {}

/**
 * Says why items changed: by the call whose records touched them. `callOf` is the place of the call that has the intent at a place of
 * the batch. Throws when two calls touch an item: an offer may leave one that nothing in its new record names.
 */
export function contextsByItem(
  records: readonly RecordChange[],
  contexts: readonly ChangeContext[],
  callOf: readonly number[],
): (item: ItemKey) => ChangeContext {
  const [only] = contexts;
  if (only !== undefined && contexts.length === 1) return () => only;
  const byItem = new Map<string, ChangeContext>();
  for (const change of records) {
    const context = contexts[callOf[change.index] as number] as ChangeContext;
    for (const item of itemsOf(change)) {
      const key = keyText(items.keyOf(item));
      if ((byItem.get(key) ?? context) !== context)
        throw new SharedItemError(`Two calls of a transaction touch ${key}.`);
      byItem.set(key, context);
    }
  }
  return (item) => {
    const context = byItem.get(keyText(items.keyOf(item)));
    if (context === undefined) throw new Error(`No call touches the item ${item.itemId}.`);
    return context;
  };
}
