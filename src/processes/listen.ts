import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartError } from './start-error.ts';

/** The setting that an operator would change, and the command that was run, for the example in the message. */
export type ListenHint = { setting: string; command: string };

/** Listens and returns the address, such as `http://127.0.0.1:8080`. */
export async function listen(app: FastifyInstance, host: string, port: number, hint: ListenHint): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    cannotListen(error as NodeJS.ErrnoException, host, port, hint);
  }
  return listeningAddress(app) ?? '';
}

/** Where the app listens, such as `http://127.0.0.1:8080`; undefined while it does not. */
export function listeningAddress(app: FastifyInstance): string | undefined {
  const address = app.server.address() as AddressInfo | null;
  if (!address) return undefined;
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** The port that the app listens on; none while it does not. */
export function listeningPorts(app: FastifyInstance | undefined): number[] {
  const address = app && listeningAddress(app);
  return address === undefined ? [] : [Number(new URL(address).port)];
}

/** Throws a StartError unless a program may listen there now. Returns the port: the one that the system chose for 0. */
export async function checkPort(host: string, port: number, hint: ListenHint): Promise<number> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    cannotListen(error as NodeJS.ErrnoException, host, port, hint);
  }
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}

/** Throws a StartError that names the reason and the setting to change. */
export function cannotListen(error: NodeJS.ErrnoException, host: string, port: number, hint: ListenHint): never {
  const message = error.syscall === undefined ? error.message : reasonFor(error, host, port, hint);
  throw new StartError(message, { cause: error });
}

function reasonFor(error: NodeJS.ErrnoException, host: string, port: number, hint: ListenHint): string {
  const { setting, command } = hint;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program. Choose another with the setting ${setting}, for example: ${setting}=${port + 10} ${command}`;
    case 'EACCES':
      return `This user may not listen on port ${port} of ${host}. Choose a port above 1023 with the setting ${setting}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Change the setting ${setting === 'ADMIN_PORT' ? 'ADMIN_HOST' : 'HOST'}.`;
    default:
      return `Cannot listen on ${host}, port ${port} (setting ${setting}): ${error.message}`;
  }
}
