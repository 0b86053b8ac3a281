import { constants } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { connect as netConnect, type Socket, type TcpNetConnectOpts } from 'node:net';
import type { buildConnector } from 'undici';
import type { EgressPolicy } from '../domain/notifications/addresses/egress-policy.ts';
import { isSameAddress, readIpAddress } from '../domain/notifications/addresses/ip-address.ts';
import { allowedAddresses, type Lookup } from './allowed-addresses.ts';
import { EgressBlocked, EgressFailure, egressFailureOf } from './egress-failure.ts';

export type ConnectorOptions = {
  readonly lookup: Lookup;
  /** Covers everything from the DNS lookup to the end of the TLS handshake. */
  readonly connectTimeoutMs: number;
  /** Certificate authorities to trust instead of the well-known ones. */
  readonly ca?: string;
  readonly connect?: (options: TcpNetConnectOpts) => Socket;
  /** Called for every blocked connection, with the reason that the seller must not learn. */
  readonly onBlocked?: (detail: string) => void;
};

type Connect = buildConnector.connector;
type Target = buildConnector.Options;
type Callback = buildConnector.Callback;

/**
 * Opens undici's connections in five steps: lookup, address check, TCP, check of the peer's address, TLS. undici's own
 * connector is not used, because it reports a TLS socket only after the handshake: by then it has sent bytes to a peer
 * that nobody checked.
 */
export class GuardedConnector {
  readonly #policy: EgressPolicy;
  readonly #options: ConnectorOptions;
  readonly #secure: Connect;
  readonly #attempts = new Set<ConnectAttempt>();

  constructor(policy: EgressPolicy, options: ConnectorOptions, connectorOf: typeof buildConnector) {
    this.#policy = policy;
    this.#options = options;
    const { ca } = options;
    // `rejectUnauthorized` is explicit so that no environment variable can switch it off. `ConnectAttempt` has the timeout.
    this.#secure = connectorOf({
      ...{ allowH2: false, timeout: 0, rejectUnauthorized: true, ...(ca && { ca }) },
      // A TLS 1.2 server could otherwise ask for one handshake after the other.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    });
  }

  readonly connect: Connect = (target, callback) => {
    const attempt = new ConnectAttempt(this.#options.connectTimeoutMs, (...result) => {
      this.#attempts.delete(attempt);
      if (result[0] instanceof EgressBlocked) this.#options.onBlocked?.(result[0].detail);
      callback(...result);
    });
    this.#attempts.add(attempt);
    const endpoint = { host: target.hostname, port: portOf(target), secure: target.protocol === 'https:' };
    allowedAddresses(this.#policy, this.#options.lookup, endpoint).then(
      (addresses) => this.#dial(attempt, target, addresses),
      (error: unknown) => attempt.fail(error),
    );
  };

  /** Aborts the connections that are not established yet. */
  close(): void {
    for (const attempt of this.#attempts) attempt.fail(new EgressFailure('stopped'));
  }

  #dial(attempt: ConnectAttempt, target: Target, addresses: LookupAddress[]): void {
    // A DNS lookup cannot be cancelled, so it may return after the attempt has ended.
    if (attempt.isOver) return;
    const open = this.#options.connect ?? netConnect;
    const socket = open({
      host: target.hostname,
      port: portOf(target),
      // Happy eyeballs: tries the next address when one is slow. `lookup` returns checked addresses only.
      autoSelectFamily: true,
      lookup: (_host, { all }, found) =>
        all ? found(null, addresses) : found(null, addresses[0]?.address ?? '', addresses[0]?.family),
    });
    attempt.owns(socket.setNoDelay(true));
    socket.once('connect', () => {
      if (!isOneOf(addresses, socket.remoteAddress)) {
        attempt.fail(
          new EgressBlocked(`${target.hostname} connected to ${socket.remoteAddress}, which is no checked address`),
        );
      } else if (target.protocol === 'https:') this.#encrypt(attempt, target, socket);
      else attempt.succeed(socket);
    });
  }

  #encrypt(attempt: ConnectAttempt, target: Target, socket: Socket): void {
    this.#secure({ ...target, httpSocket: socket }, (error, secured) => {
      if (error) attempt.fail(new EgressFailure('tls', error));
      else attempt.succeed(secured);
    });
  }
}

/** One attempt to connect. It ends exactly once, within the timeout, and closes its socket when it fails. */
class ConnectAttempt {
  readonly #callback: Callback;
  readonly #timer: NodeJS.Timeout;
  #socket: Socket | undefined;
  isOver = false;

  constructor(timeoutMs: number, callback: Callback) {
    this.#callback = callback;
    // Not undici's connect timer, which has a resolution of about a second.
    this.#timer = setTimeout(() => this.fail(new EgressFailure('timeout')), timeoutMs);
  }

  owns(socket: Socket): void {
    this.#socket = socket;
    socket.on('error', (error) => this.fail(error));
    socket.once('close', () => this.fail(new EgressFailure('reset')));
  }

  succeed(socket: Socket): void {
    if (this.#end()) this.#callback(null, socket);
    else socket.destroy();
  }

  fail(error: unknown): void {
    if (!this.#end()) return;
    this.#socket?.destroy();
    this.#callback(egressFailureOf(error), null);
  }

  #end(): boolean {
    if (this.isOver) return false;
    clearTimeout(this.#timer);
    this.isOver = true;
    return true;
  }
}

function isOneOf(addresses: readonly LookupAddress[], remote: string | undefined): boolean {
  const actual = readIpAddress(remote ?? '');
  return addresses.some(({ address }) => {
    const checked = readIpAddress(address);
    return actual !== undefined && checked !== undefined && isSameAddress(checked, actual);
  });
}

function portOf({ protocol, port }: Target): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}
