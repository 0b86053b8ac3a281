import { Server } from 'node:net';

/**
 * Preloaded into the service: it gets SIGTERM when its API accepts the first connection. The admin port, which listens after the API,
 * does so only half a second later: the start is not complete when the signal comes.
 */
const { PORT, ADMIN_PORT } = process.env;
const DELAY_MS = 500;
const { promise: connected, resolve } = Promise.withResolvers<void>();
const listen = Server.prototype.listen as (this: Server, ...args: unknown[]) => Server;

Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
  const port = String((args[0] as { port?: number } | undefined)?.port);
  if (port === ADMIN_PORT) {
    void connected.then(() => setTimeout(() => listen.apply(this, args), DELAY_MS));
    return this;
  }
  if (port === PORT)
    this.once('connection', () => {
      process.kill(process.pid, 'SIGTERM');
      resolve();
    });
  return listen.apply(this, args);
};
