/* A receiver of events, written from docs/events.md alone: it uses no code of the service. */

type Json = Record<string, unknown>;
export type ReceivedEvent = { type: string; sequence: string; data: Json };

/** What 4.2 answers about one item: the same for all conditions but `Offers`. */
type Seen = { Summary: Json; offers: Map<string, unknown[]> };
type FollowedItem = { status: unknown; Consumer: Seen; Business: Seen };

/** A buy box: its holder and prices, without the marks that depend on the reader. Undefined: nobody holds it. */
type Box = Json | undefined;

function withoutRanks(summary: Json): Json {
  const { SalesRankings: _, ...rest } = summary;
  return rest;
}

/** What one seller knows: first from the pricing answers, then from its events alone. */
export class EventFollower {
  readonly #items = new Map<string, FollowedItem>();
  readonly #boxes = new Map<string, Box>();
  readonly #unhealthy = new Set<string>();
  /** The revision of the last PRICING_HEALTH about each SKU. */
  readonly #revisions = new Map<string, number>();

  /** A pricing answer (4.2), read when following begins. */
  begin(customer: 'Consumer' | 'Business', payload: Json): void {
    const itemId = String(payload.storeItemId);
    const empty = (): Seen => ({ Summary: {}, offers: new Map() });
    const item = this.#items.get(itemId) ?? { status: '', Consumer: empty(), Business: empty() };
    item.status = payload.status;
    item[customer].Summary = withoutRanks(payload.Summary as Json);
    item[customer].offers.set(String(payload.ItemCondition), payload.Offers as unknown[]);
    this.#items.set(itemId, item);
    for (const { condition, offerType, quantityTier, ...box } of item[customer].Summary.BuyBoxPrices as Json[])
      if (quantityTier === undefined) this.#boxes.set([itemId, condition, customer, offerType].join(), box);
  }

  /** The listings that are unhealthy when following begins. */
  beginUnhealthy(skus: readonly string[]): void {
    for (const sku of skus) this.#unhealthy.add(sku);
  }

  apply({ type, data }: ReceivedEvent): void {
    if (type === 'ANY_OFFER_CHANGED') this.#applyOffers(data);
    else if (type === 'BUY_BOX_CHANGED') this.#applyBox(data);
    else if (type === 'PRICING_HEALTH') this.#applyHealth(data);
  }

  #applyOffers(data: Json): void {
    const item = this.#items.get(String(data.storeItemId));
    if (item === undefined) throw new Error(`nothing is known of ${data.storeItemId}`);
    item.status = data.status;
    const business = (data.Business ?? data) as Json;
    for (const [seen, told] of [[item.Consumer, data] as const, [item.Business, business] as const]) {
      seen.Summary = withoutRanks(told.Summary as Json);
      seen.offers.set(String(data.ItemCondition), told.Offers as unknown[]);
      // A condition that the Summary does not count has no offers.
      const counted = new Set((seen.Summary.NumberOfOffers as Json[]).map(({ condition }) => condition));
      for (const condition of seen.offers.keys()) if (!counted.has(condition)) seen.offers.set(condition, []);
    }
  }

  #applyBox({ storeItemId, ItemCondition, CustomerTypes, offerType, BuyBoxPrice }: Json): void {
    const { condition: _, offerType: __, belongsToRequester: ___, ...box } = (BuyBoxPrice ?? {}) as Json;
    for (const customer of CustomerTypes as string[]) {
      const key = [storeItemId, ItemCondition, customer, offerType].join();
      this.#boxes.set(key, BuyBoxPrice === undefined ? undefined : box);
    }
  }

  #applyHealth({ Offers, revision }: Json): void {
    for (const { SellerSKU, Health } of Offers as Json[]) {
      const sku = String(SellerSKU);
      // The offer may have moved to another item. Events of different items have no order but their revisions.
      if ((this.#revisions.get(sku) ?? 0) > Number(revision)) continue;
      this.#revisions.set(sku, Number(revision));
      if (Health === 'UNHEALTHY') this.#unhealthy.add(sku);
      else this.#unhealthy.delete(sku);
    }
  }

  /** What the receiver expects 4.2 to answer. */
  answer(itemId: string, customer: 'Consumer' | 'Business', condition: string): Json {
    const item = this.#items.get(itemId);
    const seen = item?.[customer];
    return { status: item?.status, Summary: seen?.Summary, Offers: seen?.offers.get(condition) };
  }

  box(itemId: string, customer: 'Consumer' | 'Business', condition: string, offerType: string): Box {
    return this.#boxes.get([itemId, condition, customer, offerType].join());
  }

  get unhealthy(): ReadonlySet<string> {
    return this.#unhealthy;
  }
}

/** The part of a 4.2 answer that events tell. */
export function answerOf({ status, Summary, Offers }: Json): Json {
  return { status, Summary: withoutRanks(Summary as Json), Offers };
}
