import type { MarketFacts } from '../market-facts.ts';

/**
 * Whether events about a load are published. The operator may ask for one or the other. Otherwise the first load of a
 * marketplace is quiet: what was there before is nothing, and every seller would get an event about every offer.
 */
export class Quietness {
  /** Undefined: each marketplace decides. */
  readonly asked: boolean | undefined;
  readonly #stocked: ReadonlySet<string>;

  private constructor(asked: boolean | undefined, stocked: ReadonlySet<string>) {
    this.asked = asked;
    this.#stocked = stocked;
  }

  /** `known`: the marketplaces that had items when the load first began, if it is begun again. Must be called when the load begins: its first records already make an empty marketplace one with items. */
  static async atStart(facts: MarketFacts, asked?: boolean, known?: readonly string[]): Promise<Quietness> {
    if (asked !== undefined) return new Quietness(asked, new Set());
    return new Quietness(undefined, new Set(known ?? (await facts.marketplacesWithItems())));
  }

  static readonly QUIET = new Quietness(true, new Set());

  isQuiet(marketplaceId: string): boolean {
    return this.asked ?? !this.#stocked.has(marketplaceId);
  }
}
