import type { QueuedEvent } from '../../../domain/changes/queued-event.ts';
import type { Condition } from '../../../domain/vocabulary.ts';
import { writeBoxChange } from '../../../wire/notifications/events/box-change.ts';
import { writeHealthChanges, writeHealthItem } from '../../../wire/notifications/events/health-change.ts';
import { writeOfferChange } from '../../../wire/notifications/events/offer-change.ts';
import { type BoardTexts, emptyBoardTexts, type ViewTexts } from '../../decisions/board-texts.ts';
import type { MarketChange } from '../../decisions/market-change.ts';
import { items } from '../../records/item.ts';
import { keyText } from '../../records/record-table.ts';
import type { MarketEvent } from './event-rows.ts';

/** The texts of new boards, by the item's `keyText`. */
export type TextsOfItems = ReadonlyMap<string, BoardTexts>;

export function textsIn({ decided, removed }: MarketChange): TextsOfItems {
  const texts = new Map(decided.map((one) => [one.key, one.texts]));
  for (const { key, item } of removed) if (item) texts.set(keyText(items.keyOf(key)), emptyBoardTexts(item));
  return texts;
}

/** Writes the texts of an event. What customers see of the item is that of its board: it is written once. */
export function withTexts(event: QueuedEvent, boards: TextsOfItems): MarketEvent {
  switch (event.kind) {
    case 'ANY_OFFER_CHANGED': {
      const texts = boards.get(keyText([event.marketplaceId, event.itemId])) as BoardTexts;
      return { ...event, facts: null, itemPart: writeOfferChange({ ...event, ...seenIn(texts, event.condition) }) };
    }
    case 'BUY_BOX_CHANGED':
      return { ...event, facts: event.move, itemPart: writeBoxChange(event) };
    case 'PRICING_HEALTH': {
      const parts = event.sellers.map(({ sellerId, changes }) => [sellerId, writeHealthChanges(changes)]);
      const itemPart = writeHealthItem(event.itemId, event.requestId);
      return { ...event, facts: { parts: Object.fromEntries(parts) }, itemPart };
    }
  }
}

/** What consumers, and businesses where they see something else, see of a condition. */
function seenIn({ consumer, business }: BoardTexts, condition: Condition) {
  const seen = ({ summary, offersOf }: ViewTexts) => ({ summary, offers: offersOf(condition) ?? '[]' });
  return { consumer: seen(consumer), business: business && seen(business) };
}
