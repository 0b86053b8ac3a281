/** An exit after this uptime was not caused by the start. */
const STABLE_AFTER_MS = 60_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;
/** This many early exits in a row are a crash loop. */
const CRASH_LOOP_EXITS = 3;

/** The delay before a process that exited is started again. It grows while the process exits soon after its start. */
export class RestartBackoff {
  #earlyExits = 0;

  /** How often in a row the process has exited soon after its start. */
  get earlyExits(): number {
    return this.#earlyExits;
  }

  get isCrashLoop(): boolean {
    return this.#earlyExits >= CRASH_LOOP_EXITS;
  }

  /** The process has exited after `uptimeMs`. Returns the delay. */
  delayAfter(uptimeMs: number): number {
    this.#earlyExits = uptimeMs < STABLE_AFTER_MS ? this.#earlyExits + 1 : 0;
    return this.#earlyExits === 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#earlyExits - 1));
  }

  /** Another process serves: the next early exit counts as the first. */
  reset(): void {
    this.#earlyExits = 0;
  }
}
