import type { Credentials } from './credentials.ts';
import { Operations } from './generated/sdk.gen.ts';
import type { Client, OperationRequest } from './operation-client.ts';
import { tokenSourceOf } from './token-source.ts';

export type ClientOptions = {
  /** The address of the service, such as https://sellers.example.com. */
  baseUrl: string;
  /** None: only operations that need no token. */
  credentials?: Credentials;
  /** How long a call may take, with all its retries. Default: 30,000. */
  deadlineMs?: number;
  /** Default: the global one. */
  fetch?: typeof globalThis.fetch;
};

/** All operations of the service, and loops over what comes in pieces. */
export class SellerClient extends Operations {}

export function createClient({ baseUrl, credentials, fetch = globalThis.fetch }: ClientOptions): SellerClient {
  const tokens = credentials === undefined ? undefined : tokenSourceOf(new URL(baseUrl), credentials, fetch);
  const send = (request: OperationRequest) => Promise.reject(new Error(`not written yet: ${request.url} ${tokens}`));
  return new SellerClient({ client: { get: send, post: send, patch: send, delete: send } as Client });
}
