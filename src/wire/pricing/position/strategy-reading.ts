import type { Static } from 'typebox';
import { Fault, type Problem } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { Strategy } from '../../../domain/pricing/what-if.ts';
import { MoneyShape, readMoney, type WireMoney } from '../../money.ts';
import { Type } from '../../type.ts';

/** In one answer. */
const MAX_PROBLEMS = 20;

export const StrategyShape = Type.Named(
  'WhatIfStrategy',
  'How the new price of a listing is found. beatBy needs amount, setTo needs price.',
  {
    type: Type.Enum(['match', 'beatBy', 'setTo', 'win'], {
      description:
        'match: the landed price becomes that of the best eligible other offer. beatBy: it becomes amount less than that. setTo: the listing price becomes price. win: it becomes the highest one that wins the buy box. Own shipping stays as it is.',
      examples: ['match'],
    }),
    amount: Type.Optional(MoneyShape),
    price: Type.Optional(MoneyShape),
  },
  { examples: [{ type: 'match' }] },
);

/** The marketplace whose currency all amounts must have. */
export type MoneyOf = Pick<Marketplace, 'marketplaceId' | 'currency'>;

type Priced = { strategy?: Static<typeof StrategyShape>; floor?: WireMoney };
type Listing = Priced & { SellerSKU: string };
type ReadStrategy = { strategy: Strategy | undefined; floorMinor: number | undefined };

/** Reads the listings of a request and their strategies. Collects all problems that the shape cannot tell. */
export class StrategyReading {
  readonly #marketplace: MoneyOf;
  readonly #problems: Problem[] = [];
  #field = 'listings';

  constructor(marketplace: MoneyOf) {
    this.#marketplace = marketplace;
  }

  /** In the order of the request. */
  listings<L extends Listing>(body: { SellerSKUs?: string[]; listings?: L[] }): L[] {
    const { SellerSKUs, listings } = body;
    if (SellerSKUs !== undefined && listings !== undefined)
      this.wrong('SellerSKUs', 'SellerSKUs and listings both name the listings. Give one of them.');
    if (listings !== undefined) return listings;
    this.#field = 'SellerSKUs';
    if (SellerSKUs === undefined) this.#missing('SellerSKUs', ' Give the listings in SellerSKUs or in listings.');
    // A listing needs nothing but its SKU.
    return (SellerSKUs ?? []).map((SellerSKU) => ({ SellerSKU }) as L);
  }

  /** The field of a listing, or of what it has, by its place. */
  fieldOf(n: number, name?: string): string {
    return `${this.#field}[${n}]${name === undefined ? '' : `.${name}`}`;
  }

  /** What the request says of all its listings. */
  common({ strategy, floor }: Priced): ReadStrategy {
    return {
      strategy: strategy && this.#strategy(strategy, 'strategy'),
      floorMinor: floor && this.amount(floor, 'floor'),
    };
  }

  /** What counts for one listing: its own strategy and floor in place of the common ones. */
  element({ strategy, floor }: Priced, n: number, common: ReadStrategy): ReadStrategy {
    const own = strategy && this.#strategy(strategy, this.fieldOf(n, 'strategy'));
    const floorMinor = floor ? this.amount(floor, this.fieldOf(n, 'floor')) : common.floorMinor;
    return { strategy: own ?? common.strategy, floorMinor };
  }

  /** Minor units; 0 for an amount that is not valid. */
  amount(money: WireMoney, field: string): number {
    const minor = readMoney(money, field, this.#marketplace);
    if (typeof minor === 'number') return minor;
    this.#problems.push(minor);
    return 0;
  }

  missingStrategy(n: number, remedy = ''): void {
    this.#missing('strategy', ` ${this.fieldOf(n)} has no strategy of its own.${remedy}`);
  }

  /** A listing that occurs twice would count twice in the totals. */
  checkRepeats(listings: readonly Listing[]): void {
    const seen = new Set<string>();
    for (const [n, { SellerSKU }] of listings.entries()) {
      if (seen.has(SellerSKU)) this.wrong(this.fieldOf(n), `${this.fieldOf(n)} repeats a SKU. Give each SKU once.`);
      seen.add(SellerSKU);
    }
  }

  wrong(field: string, details: string): void {
    this.#problems.push({ message: `${field} is not valid.`, details });
  }

  /** Throws a fault when there was a problem. */
  end(): void {
    if (this.#problems.length > 0) throw new Fault('InvalidInput', this.#problems.slice(0, MAX_PROBLEMS));
  }

  #strategy({ type, amount, price }: Static<typeof StrategyShape>, field: string): Strategy {
    const [name, money] = type === 'beatBy' ? ['amount', amount] : ['price', price];
    if (type === 'match' || type === 'win') return { type };
    if (money === undefined) this.#missing(`${field}.${name}`, ` ${type} needs it.`);
    const minor = money === undefined ? 0 : this.amount(money, `${field}.${name}`);
    return type === 'beatBy' ? { type, amountMinor: minor } : { type, listingMinor: minor };
  }

  #missing(field: string, why: string): void {
    this.#problems.push({ message: `${field} is required.`, details: `${field} is missing.${why}` });
  }
}
