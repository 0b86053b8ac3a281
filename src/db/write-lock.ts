/** Lets one holder at a time write. */
export interface WriteLock {
  readonly isFree: boolean;
  /** How many wait for it. */
  readonly waiting: number;
  /** Resolves when the caller holds the lock, which it must `release`. Rejects with `timeoutError()` after `timeoutMs`. */
  acquire(timeoutMs: number, timeoutError: () => Error): Promise<void>;
  release(): void;
}
