import type { FastifyReply } from 'fastify';
import type { Caller } from '../../domain/authorization/rights.ts';
import type { Identity } from '../../identity/identity.ts';
import { invalidToken } from './bearer-faults.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * Introspects tokens that are not cached, within the anonymous budget of the address that sends them: made-up tokens over
 * the limit must not become load for the identity provider.
 *
 * A request counts as anonymous before the provider is asked, and no longer does when the token is good or the provider
 * fails. So good tokens use up no budget. A cached token is never affected. A good token that is not cached gets 429 only
 * while bad ones have used up the budget of its own address, for this operation and until the window ends: only the
 * provider can tell valid tokens from invalid ones.
 */
export class UnknownTokens {
  readonly #identity: Pick<Identity, 'callerOf' | 'isKnown'>;
  readonly #anonymous: RateLimit;
  /** Introspections in flight, by address. */
  readonly #inFlight = new Map<string, Set<Promise<Caller | undefined>>>();

  constructor(identity: Pick<Identity, 'callerOf' | 'isKnown'>, anonymous: RateLimit) {
    this.#identity = identity;
    this.#anonymous = anonymous;
  }

  /** Rejects with the fault that answers the request: 401, 429, or 503 when the provider does not answer. */
  async callerOf(token: string, reply: FastifyReply, address: string): Promise<Caller> {
    while (!this.#identity.isKnown(token)) {
      const tooMany = this.#anonymous.count(reply, address);
      if (!tooMany) return this.#introspect(token, address);
      const others = this.#inFlight.get(address);
      if (!others) throw tooMany;
      // Those in flight may be good and give their count back: many good tokens may arrive at once, after a start.
      await Promise.race(others).catch(() => undefined);
    }
    return this.#join(token, reply, address);
  }

  /** Waits for an introspection that another request has started. It was counted there. */
  async #join(token: string, reply: FastifyReply, address: string): Promise<Caller> {
    let caller: Caller | undefined;
    try {
      caller = await this.#identity.callerOf(token);
    } catch (error) {
      // Every answer has the headers of a limit (decision 6), but a failure of the provider uses up no budget.
      if (!this.#anonymous.count(reply, address)) this.#anonymous.giveBack(address);
      throw error;
    }
    if (caller) return caller;
    throw this.#anonymous.count(reply, address) ?? invalidToken();
  }

  async #introspect(token: string, address: string): Promise<Caller> {
    let isBad = false;
    const introspection = Promise.resolve(this.#identity.callerOf(token));
    const others = this.#inFlight.get(address) ?? new Set();
    this.#inFlight.set(address, others.add(introspection));
    try {
      const caller = await introspection;
      isBad = caller === undefined;
      if (!caller) throw invalidToken();
      return caller;
    } finally {
      others.delete(introspection);
      if (others.size === 0) this.#inFlight.delete(address);
      if (!isBad) this.#anonymous.giveBack(address);
    }
  }
}
