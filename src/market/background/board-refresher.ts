import { BackgroundLoop, type OnTurn } from '../../async/background-loop.ts';
import { WorkShare } from '../../async/work-share.ts';
import { ALL_RANGES } from '../../domain/groups.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { BoardMaintenance } from './board-maintenance.ts';

/** Without work. A date that is entered meanwhile, and comes sooner, takes effect after it. */
const MAX_PAUSE_MS = 500;
const PAUSE_AFTER_FAILURE_MS = 5_000;

/**
 * The pause after a batch of stale boards, as a multiple of what one of them took. Many changes a second on an item of
 * thousands of offers make its board stale again at once: it can wait, because its readers rebuild it when they need it.
 * Boards that are due by a date do not wait for that pause: a date passes once, and its events follow within a second.
 */
const STALE_PAUSE_FACTOR = 10;
const MAX_STALE_PAUSE_MS = 1_000;

/** A price in the buy box of an item changes the gaps of all its offers: after a load of many, requests must not notice the walks. */
const MAX_GAP_SHARE = 1 / 10;

export type BoardRefresherOptions = {
  onTurn?: OnTurn | undefined;
  /** Whether another thread of this process does the work now. */
  isElsewhere?: () => boolean;
};

/**
 * Runs the background work on boards until it is stopped: boards whose validity has ended, boards that a seller's change
 * has not reached yet, the gaps of listings on boards that were rebuilt, and, once after the board version was raised, boards of an
 * older version. Several processes may run it at once: they divide the work by ranges of groups. Those of the release before do not:
 * transactions that collide with theirs are repeated, and find nothing left.
 */
export function startBoardRefresher(
  maintenance: BoardMaintenance,
  onFailure: (error: unknown) => void,
  { onTurn, isElsewhere = () => false }: BoardRefresherOptions = {},
): { stop(): Promise<void> } {
  const work = new BoardWork(maintenance);
  const loop = new BackgroundLoop({
    name: 'boards',
    async turn() {
      if (!isElsewhere()) return work.turn();
      await maintenance.leases.release();
      return MAX_PAUSE_MS;
    },
    pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
    ...{ onFailure, onTurn },
  });
  return {
    async stop() {
      await loop.stop();
      await maintenance.leases.release().catch(onFailure);
    },
  };
}

class BoardWork {
  readonly #maintenance: BoardMaintenance;
  #outdatedAfter: ItemKey | undefined = { marketplaceId: '', itemId: '' };
  #isUpToDate: boolean | undefined;
  /** By `performance.now()`: stale boards wait until then. */
  #staleFromMs = 0;
  readonly #gapShare = new WorkShare(MAX_GAP_SHARE);
  #hasGapsLeft = false;
  /** The ranges of groups that this worker serves. */
  #ranges = ALL_RANGES;
  /** Whether there was nothing to do in them. */
  #isIdle = false;

  constructor(maintenance: BoardMaintenance) {
    this.#maintenance = maintenance;
  }

  /** Does a batch of each kind of work. Returns the pause until the next turn. */
  async turn(): Promise<number> {
    const maintenance = this.#maintenance;
    this.#isUpToDate ??= await maintenance.isUpToDate();
    // Without work nobody signs in: an idle worker writes nothing.
    this.#ranges = (await maintenance.hasWork()) ? await maintenance.leases.divide(this.#isIdle) : ALL_RANGES;
    const rebuilt = await maintenance.refreshDue(undefined, 'by date', this.#ranges);
    const refreshed = await this.#refreshStale();
    const hasPropagated = await maintenance.propagateSellerChanges(undefined, this.#ranges);
    await this.#refreshOutdated();
    const served = await this.#refreshGaps();
    this.#isIdle = rebuilt + refreshed + served === 0 && !hasPropagated;
    // Work is left: go on at once, but let other transactions in between.
    if (rebuilt > 0 || hasPropagated || !this.#isUpToDate) return 1;
    const dueInMs = (await maintenance.nextDueInMs(this.#ranges)) ?? MAX_PAUSE_MS;
    const staleInMs = this.#staleFromMs === 0 ? MAX_PAUSE_MS : this.#staleFromMs - performance.now();
    const gapsInMs = this.#hasGapsLeft ? this.#gapShare.waitMs : MAX_PAUSE_MS;
    return Math.max(Math.min(dueInMs, staleInMs, gapsInMs, MAX_PAUSE_MS), 1);
  }

  async #refreshStale(): Promise<number> {
    const beganMs = performance.now();
    if (beganMs < this.#staleFromMs) return 0;
    const rebuilt = await this.#maintenance.refreshDue(undefined, 'all', this.#ranges);
    const endedMs = performance.now();
    const pauseMs = ((endedMs - beganMs) / Math.max(rebuilt, 1)) * STALE_PAUSE_FACTOR;
    this.#staleFromMs = rebuilt === 0 ? 0 : endedMs + Math.min(pauseMs, MAX_STALE_PAUSE_MS);
    return rebuilt;
  }

  async #refreshGaps(): Promise<number> {
    if (this.#gapShare.waitMs > 0) return 0;
    const served = await this.#gapShare.take(() => this.#maintenance.refreshGaps(undefined, this.#ranges));
    this.#hasGapsLeft = served > 0;
    return served;
  }

  async #refreshOutdated(): Promise<void> {
    if (this.#isUpToDate) return;
    const after = this.#outdatedAfter;
    this.#outdatedAfter = after && (await this.#maintenance.refreshOutdated(after));
    if (this.#outdatedAfter) return;
    await this.#maintenance.recordUpToDate();
    this.#isUpToDate = true;
  }
}
