import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { LATE, withTimeLimit } from './deadline.ts';

const CONNECT_MS = 5_000;
const REDIS_MS = 2_000;

/** Why the server cannot be reached; undefined when it can. Only connects: a request could send a message. */
export async function connectFailure(url: URL): Promise<string | undefined> {
  const isSecure = url.protocol === 'https:';
  const port = portOf(url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = isSecure ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error(`no answer within ${CONNECT_MS / 1000} s`)));
  socket.on(isSecure ? 'secureConnect' : 'connect', () => resolve(undefined));
  socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.message || error.code || 'no connection'));
  const failure = await promise;
  socket.destroy();
  return failure;
}

export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** Why Redis or Valkey cannot be used; undefined when it can. */
export async function redisFailure(redisUrl: string): Promise<string | undefined> {
  const { password } = new URL(redisUrl);
  const failure = await withTimeLimit(REDIS_MS, scriptFailure(redisUrl));
  const text = failure === LATE ? `no answer within ${REDIS_MS / 1000} s` : failure;
  // No message of the package or of a server has it today.
  const isSecretIn = password !== '' && [password, decodeURIComponent(password)].some((one) => text?.includes(one));
  return isSecretIn ? 'the server refuses' : text;
}

/** PING from a script, because the service counts with scripts: a user may be allowed the one and not the other. */
async function scriptFailure(redisUrl: string): Promise<string | undefined> {
  const { connectRedis } = await import('../../../limits/redis-connection.ts');
  const { PING } = await import('../../../limits/scripts.ts');
  let lost: Error | undefined;
  try {
    const connection = await connectRedis(redisUrl, REDIS_MS + 500, (error) => {
      lost = error;
    });
    try {
      await connection.run(PING, 'seller-service:doctor', []);
    } finally {
      connection.destroy();
    }
    return undefined;
  } catch (error) {
    return (lost ?? (error as Error)).message || 'no connection';
  }
}
