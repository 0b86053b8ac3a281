import { hash } from 'node:crypto';
import type { Item } from '../../domain/market/item.ts';
import type { BoardView } from '../../domain/pricing/board-view.ts';
import type { ViewDigests } from '../../domain/pricing/decision.ts';
import type { Condition } from '../../domain/vocabulary.ts';

/** 96 bits: enough to notice that a text changed. */
const DIGEST_LENGTH = 16;

const digestOf = (text: string) => hash('sha1', text, 'base64url').slice(0, DIGEST_LENGTH);

/**
 * Digests of what one type of customer sees of an item. Two views that are written the same have the same digests.
 * `shelfOf` gives the text of the shown offers of a condition.
 */
export function viewDigests(
  item: Pick<Item, 'listPriceMinor' | 'competitivePriceThresholdMinor'>,
  view: BoardView<unknown>,
  shelfOf: (condition: Condition) => string | undefined,
): ViewDigests {
  const conditions: ViewDigests['conditions'] = {};
  for (const { condition } of view.listings) {
    if (condition === 'Any') continue;
    conditions[condition] = digestOf(`${shelfOf(condition)}\n${figuresOf(view, condition)}`);
  }
  const { status, suggestedLowerPriceMinor, offersAvailableTimeMs } = view;
  const { listPriceMinor, competitivePriceThresholdMinor } = item;
  const rest = [
    status,
    listPriceMinor,
    competitivePriceThresholdMinor,
    suggestedLowerPriceMinor,
    offersAvailableTimeMs,
  ];
  return { conditions, rest: digestOf(rest.join(' ')) };
}

/** The part of the Summary that belongs to a condition. */
function figuresOf({ counts, eligibleCounts, lowestPrices, buyBox }: BoardView<unknown>, condition: Condition): string {
  let text = '';
  for (const list of [counts, eligibleCounts]) {
    for (const one of list) if (one.condition === condition) text += `${one.channel} ${one.count},`;
    text += '\n';
  }
  for (const one of lowestPrices) {
    if (one.condition === condition)
      text += `${one.channel} ${one.offerType} ${one.quantityTier} ${one.listingMinor} ${one.shippingMinor},`;
  }
  text += '\n';
  for (const one of buyBox) {
    if (one.condition === condition)
      text += `${one.offerType} ${one.quantityTier} ${one.listingMinor} ${one.shippingMinor} ${one.sellerId},`;
  }
  return text;
}
