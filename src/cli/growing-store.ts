import type { Market } from '../market/market.ts';

/** Records after which a load first looks: a batch. */
const FIRST_LOOK = 2_000;

/** Follows a load of many records, and has the store look at its tables again each time that the number of records has doubled. */
export class GrowingStore {
  readonly #market: Market;
  #nextLook = FIRST_LOOK;

  constructor(market: Market) {
    this.#market = market;
  }

  /** `added`: how many records the load has added so far. */
  grownBy(added: number): Promise<unknown> | undefined {
    if (added < this.#nextLook) return undefined;
    this.#nextLook = 2 * added;
    return this.#market.refreshStatistics();
  }
}
