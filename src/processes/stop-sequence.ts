/**
 * The stages in which a process ends, in this order. What is in one stage ends at the same time.
 *
 * - `background`: the worker, and what else works on the store by itself.
 * - `connections`: the admin port, which serves until the work is done, and the connections to the provider.
 * - `store`: the store, and what nothing uses any more by then: the embedded provider, the demo's receiver, traces.
 */
const STAGES = ['background', 'connections', 'store'] as const;

/** Ends one part of a process. Resolves to true when it had to abort requests. */
type StopPart = () => Promise<unknown>;

/** What a process has opened. Each part is added when it opens, so that a start that is interrupted ends what is open. */
export class StopSequence {
  readonly #parts: { readonly stage: (typeof STAGES)[number]; readonly stop: StopPart }[] = [];

  add(stage: (typeof STAGES)[number], stop: StopPart): void {
    this.#parts.push({ stage, stop });
  }

  /** Requests end first, because they need everything else. Resolves to whether a part had to abort requests. */
  async run(endRequests: StopPart = async () => undefined): Promise<boolean> {
    const ends = [await endRequests()];
    for (const stage of STAGES) {
      const stopping = this.#parts.filter((part) => part.stage === stage).map(({ stop }) => stop());
      ends.push(...(await Promise.all(stopping)));
    }
    return ends.includes(true);
  }
}
