import { fileURLToPath } from 'node:url';
import { BenchChild } from '../bench-child.ts';
import type { Callers } from '../requests/callers.ts';
import type { CallerArguments, CallsMade, CallsRequest } from './caller-child.ts';

const PROGRAM = fileURLToPath(new URL('./caller-child.ts', import.meta.url));

/** The most changes in a call. */
export const LARGE_CALL = 500;
/** The most sellers that call at the same time. */
export const MAX_CALLERS = 8;

/** Sellers who change their own prices, in a process of their own. */
export class CallersApart {
  readonly #child: BenchChild;

  private constructor(child: BenchChild) {
    this.#child = child;
  }

  static async start({ catalogues, tokens }: Callers, base: string): Promise<CallersApart> {
    const sellers = catalogues.flatMap(({ sellerId, skus }) => {
      const token = tokens.get(sellerId);
      return token === undefined || skus.length < LARGE_CALL ? [] : [{ token, skus }];
    });
    if (sellers.length < MAX_CALLERS)
      throw new Error(`Only ${sellers.length} sellers have ${LARGE_CALL} listings. Use --items with more.`);
    const given: CallerArguments = { base, sellers: sellers.slice(0, MAX_CALLERS) };
    return new CallersApart(await BenchChild.start(PROGRAM, given, { what: 'changes prices' }));
  }

  /** Resolves after the last answer. Rejects unless all changes were applied. */
  make(wanted: CallsRequest): Promise<CallsMade> {
    return this.#child.ask(wanted) as Promise<CallsMade>;
  }

  stop(): void {
    this.#child.stop();
  }
}
