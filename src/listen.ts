import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The service cannot start, for a reason that the operator can mend: the message is all there is to say. */
export class StartError extends Error {}

/** Listens and gives back the address, such as `http://127.0.0.1:8080`. `setting` is what the operator would change. */
export async function listen(app: FastifyInstance, host: string, port: number, setting: string): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    cannotListen(error as NodeJS.ErrnoException, host, port, setting);
  }
  const address = app.server.address() as AddressInfo;
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** Says why a port cannot be had and what the operator would change. */
export function cannotListen(error: NodeJS.ErrnoException, host: string, port: number, setting: string): never {
  const words = error.syscall === undefined ? error.message : reasonFor(error, host, port, setting);
  throw new StartError(words, { cause: error });
}

function reasonFor(error: NodeJS.ErrnoException, host: string, port: number, setting: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program. Choose another with the setting ${setting}, for example: ${setting}=${port + 10} npm start`;
    case 'EACCES':
      return `Port ${port} on ${host} is not allowed for this user. Choose one above 1023 with the setting ${setting}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Choose another with the setting HOST.`;
    default:
      return `Cannot listen on ${host}, port ${port} (setting ${setting}): ${error.message}`;
  }
}
