import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, Socket, type TcpNetConnectOpts } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Lookup } from '../../src/delivery/allowed-addresses.ts';
import { readEgressAllow } from '../../src/domain/notifications/egress-allow.ts';
import type { EgressPolicy } from '../../src/domain/notifications/egress-policy.ts';

/** What an operator has who sets nothing. */
export const strict: EgressPolicy = { allow: [], loopback: false, ownPorts: [], forbidden: [] };
export const demo: EgressPolicy = { ...strict, loopback: true };

export function allowing(text: string, policy: EgressPolicy = strict): EgressPolicy {
  const read = readEgressAllow(text);
  if ('problems' in read) throw new Error(read.problems.join());
  return { ...policy, allow: read.allow };
}

/** A real server on a loopback address, which counts who comes. */
export type Receiver = {
  readonly port: number;
  readonly origin: string;
  /** Connections ever made, and those that are still there. */
  readonly connections: () => number;
  readonly open: () => number;
  readonly close: () => Promise<void>;
};

export const httpReceiver = (answer: RequestListener, host?: string, port?: number): Promise<Receiver> =>
  listening(createHttpServer({ keepAliveTimeout: 60_000 }, answer), host, port);

/** One that answers the first bytes of a request as the test wants, in HTTP or not. */
export const rawReceiver = (answer: (socket: Socket) => void): Promise<Receiver> =>
  listening(createServer((socket) => socket.once('data', () => answer(socket))));

export async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const at = (server.address() as AddressInfo).port;
  return {
    port: at,
    origin: `http://${host}:${at}`,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A resolver with these answers, one after another; the last one stays. */
export function resolver(...answers: readonly string[][]): Lookup & { readonly asked: string[] } {
  const asked: string[] = [];
  const lookup: Lookup = (host, _options, callback) => {
    const answer = answers[Math.min(asked.push(host), answers.length) - 1] ?? [];
    const found = answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(callback, null, found);
  };
  return Object.assign(lookup, { asked });
}

/** Stands for the network where a test must not reach it: notes where a socket would have gone, and refuses. */
export function noNetwork(): { connect: (options: TcpNetConnectOpts) => Socket; tried: string[][] } {
  const tried: string[][] = [];
  const refuse = (socket: Socket) => socket.destroy(Object.assign(new Error('no network'), { code: 'ECONNREFUSED' }));
  const connect = ({ host = '', lookup }: TcpNetConnectOpts) => {
    const socket = new Socket();
    if (/^[\d.]+$|:/.test(host)) tried.push([host]);
    else lookup?.(host, { all: true }, (_error, found) => tried.push([found].flat().map((one) => addressIn(one))));
    setImmediate(refuse, socket);
    return socket;
  };
  return { connect, tried };
}

const addressIn = (one: string | { address: string }): string => (typeof one === 'string' ? one : one.address);

/** LongPolls for what happens a moment later, such as the other end noticing that a socket is gone. */
export async function soon(isSo: () => boolean, withinMs = 500): Promise<boolean> {
  for (let waited = 0; waited < withinMs && !isSo(); waited += 5) await delay(5);
  return isSo();
}
