import type { LookupAddress } from 'node:dns';
import { connect as netConnect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { buildConnector } from 'undici';
import type { EgressPolicy } from '../domain/notifications/egress-policy.ts';
import { isSameAddress, readAddress } from '../domain/notifications/ip-address.ts';
import { allowedAddresses, type Lookup } from './allowed-addresses.ts';
import { EgressBlocked, EgressFailure, egressFailureOf } from './egress-failure.ts';

export type ConnectorOptions = {
  readonly lookup: Lookup;
  /** For everything from the look-up to the end of the TLS handshake. */
  readonly connectTimeoutMs: number;
  /** Certificates to trust instead of the well-known ones. */
  readonly ca?: string;
  readonly connect?: (options: TcpNetConnectOpts) => Socket;
};

type Connect = buildConnector.connector;
type Target = buildConnector.Options;
type Callback = buildConnector.Callback;

/**
 * Makes undici's connections: look-up, check, TCP, check, TLS. The socket is opened here and not by undici's own
 * connector, which reports a TLS socket only after the handshake: by then bytes have been sent to whoever answered.
 */
export class GuardedConnector {
  readonly #policy: EgressPolicy;
  readonly #options: ConnectorOptions;
  readonly #secure: Connect;
  readonly #attempts = new Set<Attempt>();

  constructor(policy: EgressPolicy, options: ConnectorOptions) {
    this.#policy = policy;
    this.#options = options;
    const { ca } = options;
    // `rejectUnauthorized` is said so that no environment variable can unsay it. No time-out: the attempt has one.
    this.#secure = buildConnector({ allowH2: false, timeout: 0, rejectUnauthorized: true, ...(ca && { ca }) });
  }

  readonly connect: Connect = (target, callback) => {
    const attempt = new Attempt(this.#options.connectTimeoutMs, (...result) => {
      this.#attempts.delete(attempt);
      callback(...result);
    });
    this.#attempts.add(attempt);
    const place = { host: target.hostname, port: portOf(target), secure: target.protocol === 'https:' };
    allowedAddresses(this.#policy, this.#options.lookup, place).then(
      (addresses) => this.#dial(attempt, target, addresses),
      (error: unknown) => attempt.fail(error),
    );
  };

  /** Ends the connections that are still being made. */
  close(): void {
    for (const attempt of this.#attempts) attempt.fail(new EgressFailure('stopped'));
  }

  #dial(attempt: Attempt, target: Target, addresses: LookupAddress[]): void {
    // The look-up cannot be called off, so it may end after its attempt.
    if (attempt.isOver) return;
    const open = this.#options.connect ?? netConnect;
    const socket = open({
      host: target.hostname,
      port: portOf(target),
      // Tries the next address when one is slow ("happy eyeballs"), out of the checked ones: it knows no others.
      autoSelectFamily: true,
      lookup: (_host, { all }, found) =>
        all ? found(null, addresses) : found(null, addresses[0]?.address ?? '', addresses[0]?.family),
    });
    attempt.owns(socket.setNoDelay(true));
    socket.once('connect', () => {
      if (!isOneOf(addresses, socket.remoteAddress)) {
        attempt.fail(new EgressBlocked(`${target.hostname} led to ${socket.remoteAddress}, which was not checked`));
      } else if (target.protocol === 'https:') this.#encrypt(attempt, target, socket);
      else attempt.succeed(socket);
    });
  }

  #encrypt(attempt: Attempt, target: Target, socket: Socket): void {
    this.#secure({ ...target, httpSocket: socket }, (error, secured) => {
      if (error) attempt.fail(new EgressFailure('tls', error));
      else attempt.succeed(secured);
    });
  }
}

/** One connection in the making: it ends once, in time, and leaves no socket behind when it fails. */
class Attempt {
  readonly #callback: Callback;
  readonly #timer: NodeJS.Timeout;
  #socket: Socket | undefined;
  isOver = false;

  constructor(timeoutMs: number, callback: Callback) {
    this.#callback = callback;
    // undici's own connect timer ticks about once a second.
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
  const actual = readAddress(remote ?? '');
  return addresses.some(({ address }) => {
    const checked = readAddress(address);
    return actual !== undefined && checked !== undefined && isSameAddress(checked, actual);
  });
}

function portOf({ protocol, port }: Target): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}
