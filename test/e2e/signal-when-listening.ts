import { Server } from 'node:net';

/**
 * Preloaded into the service, also into its provider's process, as `signal-when-listening.ts?port=N`: the process that listens on that
 * port gets SIGTERM at the first moment at which it listens. A process that does not handle the signal ends at once.
 */
const signalPort = Number(new URL(import.meta.url).searchParams.get('port'));
const listen = Server.prototype.listen as (this: Server, ...args: unknown[]) => Server;

Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
  const [first] = args;
  const port = typeof first === 'object' ? (first as { port?: number } | null)?.port : first;
  if (port === signalPort) this.prependOnceListener('listening', () => process.kill(process.pid, 'SIGTERM'));
  return listen.apply(this, args);
};
