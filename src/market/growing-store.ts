/** Records after which a load first looks: a batch. */
const FIRST_LOOK = 2_000;

/** Counts the records that this process adds, and has the store look at its tables again each time that their number has doubled. */
export class GrowingStore {
  readonly #refresh: () => Promise<unknown>;
  #added = 0;
  #nextLook = FIRST_LOOK;

  /** `refresh` is `refreshStatistics` of `db/table-statistics.ts`, which says why. */
  constructor(refresh: () => Promise<unknown>) {
    this.#refresh = refresh;
  }

  /** A load has added so many more records. */
  add(records: number): Promise<unknown> | undefined {
    return this.grownTo(this.#added + records);
  }

  /** `added`: how many records were added so far. */
  grownTo(added: number): Promise<unknown> | undefined {
    this.#added = added;
    if (added < this.#nextLook) return undefined;
    this.#nextLook = 2 * added;
    // What was added stays added: the next look comes, or autovacuum does.
    return this.#refresh().catch(() => undefined);
  }
}
