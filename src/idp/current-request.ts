import { AsyncLocalStorage } from 'node:async_hooks';

/** The device and the network address of a request, in words that people know. */
export type RequestFacts = Readonly<Record<'device' | 'address', string>>;

/**
 * The request that is being answered. The library stores a session without telling for which request: the list of a person's
 * sessions shows where each one signed in.
 */
export const currentRequest = new AsyncLocalStorage<() => RequestFacts>();

/** The facts of the request that is being answered. */
export const currentFacts = (): RequestFacts =>
  currentRequest.getStore()?.() ?? { device: 'Unknown device', address: '' };
