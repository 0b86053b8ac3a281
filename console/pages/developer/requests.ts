import type { SellerClient } from 'marketplace-seller-sdk';
import type { Call } from '../../calls.ts';

/** What a call sends, before it is written as a URL. */
export type ApiRequest = {
  readonly operation: string;
  readonly method: string;
  /** With names in braces. */
  readonly url: string;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/** The loops of the SDK, and the operation that each one calls. */
const loops: Readonly<Record<string, string>> = {
  listings: 'getListings',
  priceHistory: 'getPriceHistory',
  deliveries: 'getDeliveries',
  events: 'getEvents',
};

type Given = Partial<Pick<ApiRequest, 'path' | 'query' | 'body' | 'url'>>;
type Operation = (options: object) => unknown;

/** Asks the SDK itself what it would send; a client that only answers with the request takes the place of the network. */
export function requestOf(client: SellerClient, call: Call): ApiRequest | undefined {
  const operation = loops[call.operation] ?? call.operation;
  const method = (client as unknown as Record<string, Operation | undefined>)[operation];
  if (!method) return undefined;
  const as = (verb: string) => (request: Given) => ({ ...request, verb });
  const seen = { get: as('GET'), post: as('POST'), patch: as('PATCH'), delete: as('DELETE') };
  const { verb, url, path, query, body } = method.call(client, { ...optionsOf(call), client: seen }) as Given & {
    verb: string;
  };
  return { operation: call.operation, method: verb, url: url ?? '', path: path ?? {}, query: query ?? {}, body };
}

/** `deliveries` and `messages` take a destination before the options. */
function optionsOf({ arguments: given }: Call): Given {
  const [first, second] = given;
  if (typeof first === 'string') return { ...(second as Given), path: { channelId: first } };
  return (first ?? {}) as Given;
}
