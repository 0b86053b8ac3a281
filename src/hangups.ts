import { isatty } from 'node:tty';

export type OnHangup = {
  /** The terminal that the program was started from is closed. */
  whenTerminalClosed(): void;
  /** An operator sent the signal. */
  otherwise(): void;
};

/** SIGHUP, from the moment on at which this is created: without it the signal ends a program that still starts. */
export class Hangups {
  readonly #hadTerminal = hasTerminal();
  #actions: OnHangup | undefined;
  #isWaiting = false;

  constructor() {
    process.on('SIGHUP', () => {
      if (this.#actions) this.#act(this.#actions);
      // Nothing serves yet, and nobody is there to look at it.
      else if (this.#isTerminalClosed()) process.exit(1);
      else this.#isWaiting = true;
    });
  }

  /** From now on these are called. Returns whether a signal came before; it is for the caller to act on it. */
  handle(actions: OnHangup): boolean {
    this.#actions = actions;
    return this.#isWaiting;
  }

  #act({ whenTerminalClosed, otherwise }: OnHangup): void {
    if (this.#isTerminalClosed()) whenTerminalClosed();
    else otherwise();
  }

  #isTerminalClosed(): boolean {
    return this.#hadTerminal && !hasTerminal();
  }
}

const hasTerminal = () => [0, 1, 2].some((fd) => isatty(fd));
