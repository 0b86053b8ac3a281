import type { ChangeContext } from '../../domain/changes/change-context.ts';
import type { BoardBefore, ItemTransition } from '../../domain/changes/item-transition.ts';
import type { Item, ItemKey } from '../../domain/market/item.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import type { Board } from '../../domain/pricing/board.ts';
import type { RankedOffer, RankedTransition } from '../offers/judge-offers.ts';
import type { WaitingOffers } from '../offers/waiting-offers.ts';
import type { RecordChange } from '../records/record-change.ts';
import type { BoardTexts } from './board-texts.ts';
import type { ShelfChanges } from './shelf-texts.ts';

/** An item about which a transaction decided, with everything that is stored or published about the decision. */
export type DecidedItem = ItemTransition & {
  readonly board: Board;
  readonly texts: BoardTexts;
  readonly shelves: ShelfChanges;
  /** The offers on it that were judged in this transaction. The texts of the others are unchanged. */
  readonly judged: readonly RankedOffer[];
  readonly receivers: ReceiversOnItem;
};

/** Who receives events: `nobody` at all, nobody `here` with an offer on the item, or `perhaps` somebody. Undefined: it was not read. */
export type ReceiversOnItem = 'nobody' | 'nobody here' | 'perhaps' | undefined;

/** An item that no longer exists, with its last board. */
export type RemovedItem = {
  readonly key: ItemKey;
  readonly before: BoardBefore;
  /** Its last record. Undefined: an earlier transaction removed it. */
  readonly item: Item | undefined;
  readonly shelves: ShelfChanges;
};

/** The version of the boards that a process writes, and the oldest version that can read them. */
export type BoardFormat = { readonly version: number; readonly oldestReader: number };

/**
 * Everything that a transaction changed: what goes into the projections. The records, the offers whose records or states changed, and the
 * items: those that it `decided` about, those that are `removed`, and those that are only `marked`, because their boards are
 * rebuilt later.
 */
export type MarketChange = {
  readonly now: number;
  readonly format: BoardFormat;
  /** Who keeps the prices: see `PriceChangeMode`. */
  readonly mode: PriceChangeMode;
  /** Why an item changed. A transaction may have the changes of several calls, but those of an item are of one. */
  contextOf(item: ItemKey): ChangeContext;
  /** The same of records that are not about an item. They are of one call. */
  readonly context: ChangeContext;
  readonly records: readonly RecordChange[];
  readonly offers: readonly RankedTransition[];
  readonly decided: readonly DecidedItem[];
  readonly removed: readonly RemovedItem[];
  readonly marked: readonly ItemKey[];
  /** New items, by their `keyText`, whose offers were written with their states, own-offer texts and gaps (`new-offers.ts`). */
  readonly whole: ReadonlySet<string>;
  /** Changed offers whose rows are written with the states that the decisions give them. */
  readonly waiting: WaitingOffers;
};
