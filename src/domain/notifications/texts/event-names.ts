import type { ItemKey } from '../../market/item.ts';
import { listAt, valueAt } from '../event-payload.ts';
import type { CloudEvent } from '../notification.ts';
import { idText } from './payload-texts.ts';
import { shownName } from './shown-name.ts';

/** The names of what events mention by id, as the operator's records have them: text that sellers may have written. */
export type EventNames = {
  /** By marketplace and item id, with a space between them. */
  items: ReadonlyMap<string, string>;
  marketplaces: ReadonlyMap<string, string>;
  sellers: ReadonlyMap<string, string>;
};

export const NO_NAMES: EventNames = { items: new Map(), marketplaces: new Map(), sellers: new Map() };

/** What the text about some events needs names of. */
export type WantedNames = { items: ItemKey[]; sellers: string[] };

export const itemNameKey = ({ marketplaceId, itemId }: ItemKey): string => `${marketplaceId} ${itemId}`;

/** Listings of an event about fees that its text names. */
export const MAX_NAMED_LISTINGS = 5;

export function wantedNames(events: readonly CloudEvent[]): WantedNames {
  const items = new Map<string, ItemKey>();
  const sellers = new Set<string>();
  for (const { subject, data } of events) {
    const marketplaceId = idText(data.marketplaceId);
    const listings = ['Listings', 'Largest'].flatMap((name) => listAt(data, name).slice(0, MAX_NAMED_LISTINGS));
    for (const id of [subject, ...listings.map((listing) => valueAt(listing, 'storeItemId'))]) {
      const key = { marketplaceId, itemId: idText(id) };
      if (key.itemId !== '') items.set(itemNameKey(key), key);
    }
    for (const name of ['BuyBoxPrice', 'PreviousBuyBoxPrice']) {
      const sellerId = idText(valueAt(data, name, 'sellerId'));
      if (sellerId !== '' && sellerId !== data.sellerId) sellers.add(sellerId);
    }
  }
  return { items: [...items.values()], sellers: [...sellers] };
}

const MAX_SELLER_CHARACTERS = 40;

/** With these words the texts mean the reader, or that there is no seller. A seller of that name would turn their meaning round. */
const OUR_WORDS = /^(?:your?|nobody)\b/i;

/** The names in one event, each as it may be shown; the id where there is no name. */
export class ShownNames {
  readonly #names: EventNames;
  readonly #marketplaceId: string;

  constructor(names: EventNames, marketplaceId: unknown) {
    this.#names = names;
    this.#marketplaceId = idText(marketplaceId);
  }

  item(id: unknown): string {
    const itemId = idText(id);
    const title = this.#names.items.get(itemNameKey({ marketplaceId: this.#marketplaceId, itemId }));
    return shownName(title) || (itemId && `item ${itemId}`);
  }

  seller(id: unknown): string {
    const sellerId = idText(id);
    const name = shownName(this.#names.sellers.get(sellerId), MAX_SELLER_CHARACTERS) || sellerId;
    return OUR_WORDS.test(name) ? `"${name}"` : name;
  }

  marketplace(): string {
    return shownName(this.#names.marketplaces.get(this.#marketplaceId), MAX_SELLER_CHARACTERS) || this.#marketplaceId;
  }
}
