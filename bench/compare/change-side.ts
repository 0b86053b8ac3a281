import { fileURLToPath } from 'node:url';
import { BenchChild } from '../bench-child.ts';
import type { ChangeCosts, ChangeRequest, ChildArguments } from './change-child.ts';

const PROGRAM = fileURLToPath(new URL('./change-child.ts', import.meta.url));

/** One of the two versions whose price changes are compared: `change-child.ts` in a process of its own. */
export class ChangeSide {
  readonly #child: BenchChild;

  private constructor(child: BenchChild) {
    this.#child = child;
  }

  /** Resolves when the items are in the store and have their boards. */
  static async start(given: ChildArguments): Promise<ChangeSide> {
    return new ChangeSide(await BenchChild.start(PROGRAM, given, { what: 'changes prices', cwd: given.codeFolder }));
  }

  /** Changes prices for `seconds` at least, and returns the mean cost of a change of each kind. */
  measure(request: ChangeRequest): Promise<ChangeCosts> {
    return this.#child.ask(request) as Promise<ChangeCosts>;
  }

  stop(): void {
    this.#child.stop();
  }
}
