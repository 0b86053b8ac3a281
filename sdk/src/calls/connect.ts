import type { Credentials } from '../credentials.ts';
import type { Client, OperationRequest } from '../operation-client.ts';
import { tokenSourceOf } from '../tokens/token-source.ts';
import { readBaseUrl } from './build-request.ts';
import { Sender } from './send.ts';

export type ClientOptions = {
  /** The address of the service, such as https://sellers.example.com. */
  baseUrl: string;
  /** None: only operations that need no token. */
  credentials?: Credentials | undefined;
  /**
   * How long a call may take, with all its retries. Default: 30,000. A call that asks the service to wait (`prefer: wait=N`,
   * `waitSeconds`) may take that much longer.
   */
  deadlineMs?: number | undefined;
  /** How often a call is sent at most when it fails in a way that may pass. Default: 5. 1: no retries. */
  maxAttempts?: number | undefined;
  /**
   * How long an answer in JSON may be, after decompression. Default: 64 MiB. A longer one is an error with the code AnswerTooLarge. Documents
   * of reports and exports have no bound.
   */
  maxAnswerBytes?: number | undefined;
  /** Default: the global one. */
  fetch?: typeof globalThis.fetch | undefined;
};

/** What the operations of a client call. Throws a `TypeError` as `createClient` does. */
export function connect(options: ClientOptions): Client {
  const { credentials, deadlineMs = 30_000, maxAttempts = 5, maxAnswerBytes, fetch = globalThis.fetch } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  // NaN comes from settings that are missing, and would let a call go on for ever.
  if (!(deadlineMs > 0 && maxAttempts >= 1)) throw new TypeError('deadlineMs and maxAttempts must be numbers above 0.');
  const tokens = credentials === undefined ? undefined : tokenSourceOf(baseUrl, credentials, fetch);
  const sender = new Sender({ baseUrl, tokens, deadlineMs, maxAttempts, maxAnswerBytes, fetch });
  const sendAs = (method: string) => (request: OperationRequest) => sender.call(method, request);
  const client = {
    ...{ get: sendAs('GET'), post: sendAs('POST'), put: sendAs('PUT') },
    ...{ patch: sendAs('PATCH'), delete: sendAs('DELETE') },
  };
  return client as Client;
}
