/** A process that lived for this long did not end because of its start. */
const LONG_LIFE_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
/** As many ends in a row shortly after the start are no accident. */
const AGAIN_AND_AGAIN = 3;

/** How long to wait before a process that ended is started again. The pause grows while it ends soon after its start. */
export class RestartPause {
  #shortLives = 0;

  /** How often in a row the process has ended soon after its start. */
  get times(): number {
    return this.#shortLives;
  }

  get isAgainAndAgain(): boolean {
    return this.#shortLives >= AGAIN_AND_AGAIN;
  }

  /** The process has ended after `livedMs`. Returns the pause. */
  after(livedMs: number): number {
    this.#shortLives = livedMs < LONG_LIFE_MS ? this.#shortLives + 1 : 0;
    return this.#shortLives === 0 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#shortLives - 1));
  }

  /** Another process serves: the next end is a first one. */
  reset(): void {
    this.#shortLives = 0;
  }
}
