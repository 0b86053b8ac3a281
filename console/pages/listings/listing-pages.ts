import type { Listing, ListingCount, ListingsPayload } from 'marketplace-seller-sdk';

/** What the pages ask for, without the marketplace. */
export type ListingsAsk = (nextToken: string | undefined, signal: AbortSignal) => Promise<ListingsPayload>;

export type ListingsView = {
  readonly rows: readonly Listing[];
  /** By state, of all listings or of those that match the text; from the first page. */
  readonly counts: readonly ListingCount[] | undefined;
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
};

/**
 * The listings as one long list. Pages can only be read one after the other, so what the reader has scrolled to is reached by reading
 * all pages before it; more than that is not read.
 */
export class ListingPages {
  readonly #ask: ListingsAsk;
  readonly #show: (view: ListingsView) => void;
  readonly #abort = new AbortController();
  /** A listing that changed its place between two pages is listed twice: its newer place counts. */
  readonly #places = new Map<string, number>();
  readonly #rows: Listing[] = [];
  #counts: readonly ListingCount[] | undefined;
  #nextToken: string | undefined;
  #wanted = 1;
  #isComplete = false;
  #isLoading = false;
  #error: unknown;

  constructor(ask: ListingsAsk, show: (view: ListingsView) => void) {
    this.#ask = ask;
    this.#show = show;
  }

  /** Reads on until there are so many rows, or no more. */
  want(rows: number): void {
    this.#wanted = rows;
    const isReached = this.#isComplete || this.#rows.length >= rows;
    if (!isReached && !this.#isLoading && this.#error === undefined) void this.#read();
  }

  retry(): void {
    this.#error = undefined;
    this.want(Math.max(this.#wanted, this.#rows.length + 1));
  }

  /** Newer figures of listings; those that are not in the list stay out of it. */
  update(listings: readonly Listing[], counts: readonly ListingCount[] | undefined): void {
    for (const listing of listings) {
      const place = this.#places.get(listing.SellerSKU);
      if (place !== undefined) this.#rows[place] = listing;
    }
    this.#counts = counts ?? this.#counts;
    this.#notify();
  }

  end(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    const { signal } = this.#abort;
    this.#isLoading = true;
    try {
      while (!this.#isComplete && this.#rows.length < this.#wanted && !signal.aborted) {
        this.#take(await this.#ask(this.#nextToken, signal));
        this.#notify();
      }
    } catch (error) {
      this.#error = error;
    }
    this.#isLoading = false;
    this.#notify();
  }

  #take({ Listings, Counts, nextToken }: ListingsPayload): void {
    for (const listing of Listings) {
      const known = this.#places.get(listing.SellerSKU);
      if (known === undefined) this.#places.set(listing.SellerSKU, this.#rows.push(listing) - 1);
      else this.#rows[known] = listing;
    }
    this.#counts ??= Counts;
    this.#nextToken = nextToken;
    this.#isComplete = nextToken === undefined;
  }

  #notify(): void {
    if (this.#abort.signal.aborted) return;
    this.#show({
      rows: [...this.#rows],
      counts: this.#counts,
      isComplete: this.#isComplete,
      isLoading: this.#isLoading,
      error: this.#error,
    });
  }
}
