import { lookup as systemLookup } from 'node:dns';
import type { Dispatcher } from 'undici';
import type { EgressPolicy } from '../domain/notifications/addresses/egress-policy.ts';
import { limitAnswers } from '../network/answer-limit.ts';
import { MAX_RESPONSE_BYTES, responseTooLarge } from './egress-failure.ts';
import { type ConnectorOptions, GuardedConnector } from './guarded-connector.ts';

/** The only way to send requests to an address that a seller chose: webhooks, and the push services of their devices. */
export type Egress = {
  /** A request to an address that the policy does not allow fails with `EgressBlocked`. */
  dispatcher(): Promise<Dispatcher>;
  /** Closes all connections at once and aborts the requests in flight. */
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 4_000;

export function createEgress(policy: EgressPolicy, options: Partial<ConnectorOptions> = {}): Egress {
  let opening: ReturnType<typeof open> | undefined;
  return {
    async dispatcher() {
      opening ??= open(policy, { lookup: systemLookup, connectTimeoutMs: CONNECT_TIMEOUT_MS, ...options });
      return (await opening).dispatcher;
    },
    async close() {
      const opened = await opening;
      opened?.connector.close();
      await opened?.dispatcher.destroy();
    },
  };
}

/** Loads undici for the first request, which no start waits for. */
async function open(policy: EgressPolicy, options: ConnectorOptions) {
  const { Agent, buildConnector } = await import('undici');
  const connector = new GuardedConnector(policy, options, buildConnector);
  const dispatcher = new Agent({
    connect: limitAnswers(connector.connect, MAX_RESPONSE_BYTES, responseTooLarge),
    // HTTP/2 would send all requests to an origin over one connection and make them wait for its handshake. Solution
    // providers receive for many sellers on one host, and one slow request must not delay the others. For the same reason
    // a connection carries one request at a time. The worker's concurrency limits bound the number of connections.
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    // A kept connection serves only the origin it was opened for, and its address was checked when it was opened. Its name
    // is not resolved again. The receiver cannot keep it open for longer than this.
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // Off: they bound single phases and have a resolution of about a second. `post` has one deadline for the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { connector, dispatcher };
}
