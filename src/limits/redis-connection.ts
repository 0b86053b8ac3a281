import type { Script } from './scripts.ts';

/** One connection to Redis or Valkey. It never connects again by itself: `limit-server.ts` makes a new one. */
export type RedisConnection = {
  /** Runs a script on one key. Rejects with the server's error, or when the connection is lost or destroyed. */
  run(script: Script, key: string, args: readonly string[]): Promise<unknown>;
  /** Waits for the answers that are due. */
  close(): Promise<unknown>;
  destroy(): void;
};

/** `onLost` is called when an open connection fails. The package is loaded only when a server is configured. */
export async function connectRedis(
  url: string,
  timeoutMs: number,
  onLost: (error: Error) => void,
): Promise<RedisConnection> {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    RESP: 2,
    socket: { reconnectStrategy: false, connectTimeout: timeoutMs },
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  });
  client.on('error', onLost);
  const destroy = () => {
    if (client.isOpen) client.destroy();
  };
  // `connectTimeout` ends before the server has answered the password: a stopped server still accepts connections.
  const timer = setTimeout(destroy, timeoutMs);
  try {
    await client.connect();
  } finally {
    clearTimeout(timer);
  }
  return {
    run: (script, key, args) =>
      client.sendCommand(['EVALSHA', script.sha, '1', key, ...args]).catch((error: Error) => {
        if (!error.message.startsWith('NOSCRIPT')) throw error;
        return client.sendCommand(['EVAL', script.text, '1', key, ...args]);
      }),
    close: () => client.close(),
    destroy,
  };
}
