import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Callers } from '../requests/callers.ts';
import type { LoadRequest } from '../requests/load.ts';
import { type OperatorClient, operatorToken } from '../requests/operator.ts';

/** A token lives 15 minutes. */
const RENEWED_AFTER_MS = 8 * 60_000;
const RENEWED_AT_ONCE = 8;
const ATTEMPTS = 5;
const AFTER_FAILURE_MS = 1_000;

type Owner = { readonly client: OperatorClient; readonly token: string };

/**
 * The tokens of a run that is longer than they live. Requests that were made at its start name the first token of their caller: they are sent
 * with its newest one.
 */
export class FreshTokens {
  readonly #newest = new Map<string, string>();
  readonly #stopping = new AbortController();
  readonly #renewing: Promise<unknown>;
  readonly #base: string;
  readonly #owners: readonly Owner[];
  readonly failures: string[] = [];

  constructor(base: string, callers: Callers, operator: Owner) {
    const sellers = callers.clients.flatMap(({ id, secret, sellerId }) => {
      const token = callers.tokens.get(sellerId);
      return token === undefined ? [] : [{ client: { id, secret }, token }];
    });
    this.#base = base;
    this.#owners = [...sellers, operator];
    this.#renewing = this.#renewInTurn();
  }

  /** After a time in which all tokens ended. */
  async renewAll(): Promise<void> {
    const waiting = [...this.#owners];
    const renewSome = async () => {
      for (let owner = waiting.pop(); owner !== undefined; owner = waiting.pop()) await this.#renew(owner);
    };
    await Promise.all(Array.from({ length: RENEWED_AT_ONCE }, renewSome));
  }

  /** The newest token in place of the first. */
  of(first: string): string {
    return this.#newest.get(first) ?? first;
  }

  /** The same request with the newest token of its caller. */
  in(made: LoadRequest): LoadRequest {
    const { authorization = '' } = made.headers;
    const newest = this.#newest.get(authorization.replace(/^Bearer /, ''));
    return newest === undefined ? made : { ...made, headers: { ...made.headers, authorization: `Bearer ${newest}` } };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#renewing;
  }

  /** One after the other at even times: renewals are a part of the load. */
  async #renewInTurn(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted)
      for (const owner of this.#owners) {
        await sleep(RENEWED_AFTER_MS / this.#owners.length, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        await this.#renew(owner);
      }
  }

  async #renew({ client, token }: Owner): Promise<void> {
    for (let attempt = 1; ; attempt += 1)
      try {
        this.#newest.set(token, await operatorToken(this.#base, client));
        return;
      } catch (error) {
        // The provider may have too much to do for a moment.
        if (attempt < ATTEMPTS) await sleep(AFTER_FAILURE_MS);
        else return void this.failures.push(error instanceof Error ? error.message : String(error));
      }
  }
}

/** Sends one request of a visitor, and returns its answer. Throws unless it is 2xx. */
export async function answerOf(base: string, { path, ...options }: LoadRequest): Promise<unknown> {
  const { statusCode, body } = await request(`${base}${path}`, options);
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`${statusCode} of ${path.split('?')[0]}: ${text.slice(0, 300)}`);
  return /^[[{]/.test(text) ? JSON.parse(text) : text;
}
