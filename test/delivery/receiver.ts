import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, Socket, type TcpNetConnectOpts } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Lookup } from '../../src/delivery/allowed-addresses.ts';
import { readEgressAllow } from '../../src/domain/notifications/addresses/egress-allow.ts';
import type { EgressPolicy } from '../../src/domain/notifications/addresses/egress-policy.ts';
import { checkReceivedEvents } from '../harness/event-check.ts';

/** The policy without any settings. */
export const strict: EgressPolicy = { allow: [], loopback: false, ownPorts: [], forbidden: [] };
export const demo: EgressPolicy = { ...strict, loopback: true };

export function allowing(text: string, policy: EgressPolicy = strict): EgressPolicy {
  const read = readEgressAllow(text);
  if ('problems' in read) throw new Error(read.problems.join());
  return { ...policy, allow: read.allow };
}

/** A real server on a loopback address that counts its connections. */
export type Receiver = {
  readonly port: number;
  readonly origin: string;
  /** All connections so far, and those that are open. */
  readonly connections: () => number;
  readonly open: () => number;
  readonly close: () => Promise<void>;
};

export const httpReceiver = (answer: RequestListener, host?: string, port?: number): Promise<Receiver> =>
  listening(createHttpServer({ keepAliveTimeout: 60_000 }, answer), host, port);

/** A server that calls `answer` after the first bytes of a request; it need not speak HTTP. */
export const rawReceiver = (answer: (socket: Socket) => void): Promise<Receiver> =>
  listening(createServer((socket) => socket.once('data', () => answer(socket))));

/** Sends as fast as the socket accepts, until `more` returns nothing. */
export function pour(socket: Socket, start: string, more: () => string): void {
  socket.write(start);
  const fill = () => {
    for (let next = more(); next !== '' && !socket.destroyed; next = more()) if (!socket.write(next)) return;
  };
  socket.on('drain', fill);
  fill();
}

/** `close` fails when an HTTP server got an event that is not as its schema says. */
export async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const mustHaveGotEvents = checkReceivedEvents(server);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const actualPort = (server.address() as AddressInfo).port;
  return {
    port: actualPort,
    origin: `http://${host}:${actualPort}`,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
      mustHaveGotEvents();
    },
  };
}

/** A resolver that returns these answers one after another, and then repeats the last. */
export function resolver(...answers: readonly string[][]): Lookup & { readonly resolved: string[] } {
  const resolved: string[] = [];
  const lookup: Lookup = (host, _options, callback) => {
    const answer = answers[Math.min(resolved.push(host), answers.length) - 1] ?? [];
    const found = answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(callback, null, found);
  };
  return Object.assign(lookup, { resolved });
}

/** Replaces the network: records the addresses that a socket would connect to, and fails the connection. */
export function noNetwork(): { connect: (options: TcpNetConnectOpts) => Socket; tried: string[][] } {
  const tried: string[][] = [];
  const fail = (socket: Socket) => socket.destroy(Object.assign(new Error('no network'), { code: 'ECONNREFUSED' }));
  const connect = ({ host = '', lookup }: TcpNetConnectOpts) => {
    const socket = new Socket();
    if (/^[\d.]+$|:/.test(host)) tried.push([host]);
    else lookup?.(host, { all: true }, (_error, found) => tried.push([found].flat().map((one) => addressIn(one))));
    setImmediate(fail, socket);
    return socket;
  };
  return { connect, tried };
}

const addressIn = (one: string | { address: string }): string => (typeof one === 'string' ? one : one.address);

/** Polls until the condition holds, for example until the peer has noticed that a socket is closed. */
export async function soon(condition: () => boolean, withinMs = 10_000): Promise<boolean> {
  for (let waited = 0; waited < withinMs && !condition(); waited += 5) await delay(5);
  return condition();
}
