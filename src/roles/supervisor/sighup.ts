import { isatty } from 'node:tty';

export type SighupActions = {
  /** The terminal that the program was started from is closed. */
  onTerminalClosed(): void;
  /** An operator sent the signal. */
  onReload(): void;
};

/** SIGHUP, from the moment on at which this is created: without it the signal ends a program that still starts. */
export class SighupHandler {
  readonly #hadTerminal = hasTerminal();
  #actions: SighupActions | undefined;
  #isPending = false;

  constructor() {
    process.on('SIGHUP', () => {
      if (this.#actions) this.#act(this.#actions);
      // Nothing serves yet, and nobody is there to look at it.
      else if (this.#isTerminalClosed()) process.exit(1);
      else this.#isPending = true;
    });
  }

  /** From now on these are called: what they act on exists only after the modules are loaded. Returns whether a signal came before; it is for the caller to act on it. */
  handle(actions: SighupActions): boolean {
    this.#actions = actions;
    return this.#isPending;
  }

  #act({ onTerminalClosed, onReload }: SighupActions): void {
    if (this.#isTerminalClosed()) onTerminalClosed();
    else onReload();
  }

  #isTerminalClosed(): boolean {
    return this.#hadTerminal && !hasTerminal();
  }
}

const hasTerminal = () => [0, 1, 2].some((fd) => isatty(fd));
