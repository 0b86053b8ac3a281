/**
 * Cuts long work of many requests into pieces, and lets one piece go on in each turn of the event loop. With `setImmediate`
 * alone a piece of every request would run in the same turn: 32 requests of one caller would hold up all others 32 times as
 * long as one.
 */
export class Turns {
  readonly #inNextTurn: (run: () => void) => void;
  /** First come, first served. */
  readonly #waiting: (() => void)[] = [];

  /** `inNextTurn` is `setImmediate`. */
  constructor(inNextTurn: (run: () => void) => void) {
    this.#inNextTurn = inNextTurn;
  }

  /** To be awaited before each piece. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#inNextTurn(this.#goOn);
    });
  }

  readonly #goOn = (): void => {
    // What is resolved goes on after this function, and may wait again.
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) this.#inNextTurn(this.#goOn);
  };
}
