/* A reader of a report of POSITIONS and of the events after it, written from docs/reports.md alone: it uses no code of the service. */

type Json = Record<string, unknown>;
export type LaterEvent = { type: string; sequence: string; data: Json };
type Money = { Amount: number };

const PRICES = ['LandedPrice', 'ListingPrice', 'Shipping'];
const OWN = PRICES.map((name) => `OwnPrice.${name}`);
const BOX = PRICES.map((name) => `BuyBoxPrice.${name}`);

/** The columns that events carry; of State whether the listing holds the buy box. */
const CARRIED: readonly string[] = [...OWN, 'TermsRevision', ...BOX, 'GapToBuyBox', 'OffersCount', 'holds'];

/** What a line says in the columns that events carry. */
export function carriedBy(line: Readonly<Json>): Json {
  const holds = line.State === 'winning' || line.State === 'noCompetition';
  const known: Json = { ...line, holds };
  return Object.fromEntries(CARRIED.map((name) => [name, known[name]]));
}

type Followed = { line: Readonly<Json>; revision: number; carried: Json };

/** A report that is kept up with events. */
export class ReportFollower {
  readonly #bySku = new Map<string, Followed>();
  /** Events that were applied to a line, and those that its revision already had. */
  readonly counted = { applied: 0, known: 0 };

  constructor(lines: readonly Readonly<Json>[]) {
    for (const line of lines)
      this.#bySku.set(String(line.SellerSKU), { line, revision: Number(line.revision ?? 0), carried: carriedBy(line) });
  }

  apply({ type, data }: LaterEvent): void {
    for (const followed of this.#bySku.values()) {
      const { line } = followed;
      if (line.storeItemId !== data.storeItemId || line.MarketplaceId !== data.marketplaceId) continue;
      const isNew = Number(data.revision) > followed.revision;
      this.counted[isNew ? 'applied' : 'known'] += 1;
      if (isNew) this.#change(followed, type, data);
    }
  }

  #change({ line, carried }: Followed, type: string, data: Json): void {
    if (type === 'PRICE_CHANGED' && data.SellerSKU === line.SellerSKU) {
      put(carried, 'OwnPrice', data.TermsAfter as Json);
      carried.TermsRevision = data.TermsRevision;
    }
    const isOwnBox =
      data.ItemCondition === line.ItemCondition && (data.CustomerTypes as string[])?.includes('Consumer');
    if (type === 'BUY_BOX_CHANGED' && isOwnBox && data.offerType === 'B2C') {
      put(carried, 'BuyBoxPrice', data.BuyBoxPrice as Json | undefined);
      const mine = (data.MyOffers as Json[]).find(({ SellerSKU }) => SellerSKU === line.SellerSKU);
      carried.holds = mine?.IsBuyBoxWinner ?? false;
    }
    if (type === 'ANY_OFFER_CHANGED') {
      const { TotalOfferCount, BuyBoxPrices = [] } = data.Summary as { TotalOfferCount: number; BuyBoxPrices?: Json[] };
      carried.OffersCount = TotalOfferCount;
      // The buy box may have changed while the seller had nothing on sale: then no BUY_BOX_CHANGED told it.
      const box = BuyBoxPrices.find(
        ({ condition, offerType }) => condition === line.ItemCondition && offerType === 'B2C',
      );
      if (data.ItemCondition === line.ItemCondition) put(carried, 'BuyBoxPrice', box);
    }
    const own = carried['OwnPrice.LandedPrice'];
    const box = carried['BuyBoxPrice.LandedPrice'];
    const gap = own === undefined || box === undefined ? undefined : Number(own) - Number(box);
    carried.GapToBuyBox = gap === undefined ? undefined : Number(gap.toFixed(2));
  }

  get lines(): Map<string, Json> {
    return new Map([...this.#bySku].map(([sku, { carried }]) => [sku, carried]));
  }
}

function put(carried: Json, path: string, prices: Json | undefined): void {
  for (const name of PRICES) carried[`${path}.${name}`] = (prices?.[name] as Money | undefined)?.Amount;
}
