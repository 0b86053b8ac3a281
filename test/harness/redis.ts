import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@redis/client';
import { unpackFromDebian } from './debian.ts';
import { freePort } from './free-port.ts';

export type RedisServer = {
  readonly port: number;
  readonly url: string;
  /** Runs one command, as `redis-cli` does. */
  command(...words: string[]): Promise<unknown>;
  /** SIGSTOP: it still accepts connections and never answers. */
  pause(): void;
  resume(): void;
  /** SIGKILL, and it has nothing stored. */
  kill(): Promise<void>;
  /** Again on the same port, empty. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

const pathOf = (file: string) => fileURLToPath(new URL(`../delivery/${file}`, import.meta.url));
/** A certificate for 127.0.0.1, and its own authority. */
export const AUTHORITY_FILE = pathOf('receiver-certificate.pem');
/** Options for a server that speaks TLS alone. Its clients need no certificate. */
export const OVER_TLS =
  `--tls-cert-file ${AUTHORITY_FILE} --tls-key-file ${pathOf('receiver-key.pem')} --tls-auth-clients no`.split(' ');

/** A Redis server from Debian on a free port of the loopback address, in memory alone. */
export async function startRedis(...options: string[]): Promise<RedisServer> {
  const { program, env } = await unpackFromDebian('redis-server');
  const port = await freePort();
  const isTls = options.includes('--tls-cert-file');
  const password = options[options.indexOf('--requirepass') + 1];
  const login = options.includes('--requirepass') ? `:${password}@` : '';
  const url = `${isTls ? 'rediss' : 'redis'}://${login}127.0.0.1:${port}`;
  const ports = isTls ? ['--port', '0', '--tls-port', String(port)] : ['--port', String(port)];
  const start = async () => {
    const memoryOnly = ['--save', '', ...'--appendonly no --bind 127.0.0.1 --daemonize no --dir /tmp'.split(' ')];
    const server = spawn(program('redis-server'), [...ports, ...memoryOnly, ...options], { env });
    let output = '';
    server.stdout.on('data', (chunk) => (output += chunk));
    server.stderr.on('data', (chunk) => (output += chunk));
    for (let n = 0; !output.includes('Ready to accept connections'); n += 1) {
      if (server.exitCode !== null || n > 1_000) throw new Error(`redis-server does not start: ${output}`);
      await sleep(10);
    }
    return server;
  };
  let server: ChildProcess = await start();
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return {
    port,
    url,
    async command(...words) {
      const client = createClient({
        url,
        RESP: 2,
        ...(isTls && { socket: { tls: true, ca: readFileSync(AUTHORITY_FILE) } }),
      });
      await client.connect();
      try {
        return await client.sendCommand(words);
      } finally {
        client.destroy();
      }
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    kill,
    async restart() {
      await kill();
      server = await start();
    },
    close: kill,
  };
}
