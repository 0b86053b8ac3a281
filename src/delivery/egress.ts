import { lookup as systemLookup } from 'node:dns';
import { Agent, type Dispatcher } from 'undici';
import type { EgressPolicy } from '../domain/notifications/egress-policy.ts';
import { type ConnectorOptions, GuardedConnector } from './guarded-connector.ts';

/** The only way out for requests to an address that a seller chose: webhooks, and the push services of their devices. */
export type Egress = {
  /** For undici's `request`. Rejects with `EgressBlocked` when the policy does not let a request go there. */
  readonly dispatcher: Dispatcher;
  /** Ends everything at once, requests under way included. */
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16 * 1024;
const IDLE_MS = 4_000;

export function createEgress(policy: EgressPolicy, options: Partial<ConnectorOptions> = {}): Egress {
  const connector = new GuardedConnector(policy, {
    lookup: systemLookup,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    ...options,
  });
  const dispatcher = new Agent({
    connect: connector.connect,
    // HTTP/2 would put all requests to an origin on one connection, and let them wait for its handshake: solution
    // providers receive for many sellers on one host, and one that hangs must not hold up the others. For the same reason
    // one request at a time on a connection, and as many connections as there are requests: the worker bounds those.
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    // A connection is used again only for the origin it was made for, and was checked when it was made. What its name
    // resolves to by then does not matter, because nobody asks; the receiver cannot keep it open for longer than this.
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // These count in parts and tick about once a second: `post` has one deadline for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    dispatcher,
    async close() {
      connector.close();
      await dispatcher.destroy();
    },
  };
}
