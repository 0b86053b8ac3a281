import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Agent } from 'undici';
import { unpackFromDebian } from './debian.ts';
import { freePort } from './free-port.ts';
import { projectFolder } from './process.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** What HAProxy counts for one server, by the names of its `show stat`. */
type ServerCounts = { isUp: boolean; most: number; answered: number; cutOff: number; redispatched: number };

export type Haproxy = {
  readonly http: number;
  readonly https: number;
  /** Trusts the certificate, and takes every name for this machine. */
  readonly agent: Agent;
  /** The same with one connection for many requests. */
  readonly http2: Agent;
  /** The API servers, in the order of their ports. */
  servers(): Promise<ServerCounts[]>;
  /** Those of the identity provider. */
  providers(): Promise<ServerCounts[]>;
  /** How many connections it takes. */
  maxConnections(): Promise<number>;
  /** Forgets the largest number of requests at a time. */
  clearMost(): Promise<void>;
  close(): Promise<void>;
};

/** HAProxy from Debian with the configuration that operators copy: deploy/haproxy/haproxy.cfg, with other ports and certificates. */
export async function startHaproxy(
  apiPorts: readonly number[],
  ...providerPorts: readonly [number, ...number[]]
): Promise<Haproxy> {
  const { program, env } = await unpackFromDebian('haproxy', 'openssl');
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-test-'));
  const certificate = join(folder, 'edge.pem');
  const ca = await writeCertificate(certificate, program('openssl'), env);
  const ports = { http: await freePort(), https: await freePort() };
  const socket = join(folder, 'stats');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration({ ...ports, apiPorts, providerPorts, certificate, socket }));
  const { stderr } = await run(program('haproxy'), ['-c', '-f', file], { env });
  assert.equal(stderr, '');
  // Under the lowest limit that machines have: a configuration that needs more files does not start.
  const limited = ['-c', 'ulimit -n 1024 && exec "$0" -db -f "$1"', program('haproxy'), file];
  const haproxy = spawn('/bin/sh', limited, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await until('HAProxy has started', () => existsSync(socket));

  // Every name is this machine.
  type Found = (error: null, addresses: { address: string; family: number }[]) => void;
  const lookup = (_: string, __: object, done: Found) => done(null, [{ address: '127.0.0.1', family: 4 }]);
  // HTTP/1.1: many connections that are kept, where HTTP/2 would have one.
  const agent = new Agent({ connect: { ca, lookup }, allowH2: false });
  const http2 = new Agent({ connect: { ca, lookup }, allowH2: true, pipelining: 100 });
  return {
    ...ports,
    agent,
    http2,
    servers: async () => serversIn('api', await ask(socket, 'show stat')),
    providers: async () => serversIn('provider', await ask(socket, 'show stat')),
    maxConnections: async () => Number(/^Maxconn: (\d+)$/m.exec(await ask(socket, 'show info'))?.[1]),
    clearMost: async () => void (await ask(socket, 'clear counters')),
    async close() {
      await Promise.all([agent.close(), http2.close()]);
      if (haproxy.exitCode === null && haproxy.kill('SIGKILL')) await once(haproxy, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function writeCertificate(file: string, openssl: string, env: NodeJS.ProcessEnv): Promise<string> {
  const names = 'subjectAltName=DNS:api.example,DNS:login.example';
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file];
  await run(openssl, ['req', '-x509', '-subj', '/CN=api.example', '-addext', names, '-out', `${file}.crt`, ...key], {
    env,
  });
  const ca = readFileSync(`${file}.crt`, 'utf8');
  writeFileSync(file, ca + readFileSync(file, 'utf8'));
  return ca;
}

type Own = {
  http: number;
  https: number;
  apiPorts: readonly number[];
  providerPorts: readonly number[];
  certificate: string;
  socket: string;
};

/** Everything else is as operators have it: a line that is not found would be tested with a port that nobody listens on. */
function configuration({ http, https, apiPorts, providerPorts, certificate, socket }: Own): string {
  const server = /^ {2}server api1 \S+ (.*)\n {2}server api2 .*\n/m;
  const provider = /^ {2}server provider1 \S+ (.*)\n(?: {2}#.*\n)* {2}server provider2 .*\n/m;
  const servers = (name: string, ports: readonly number[]) => (_: string, options: string) =>
    ports.map((port, n) => `  server ${name}${n + 1} 127.0.0.1:${port} ${options}\n`).join('');
  const changes: [string | RegExp, string | ((line: string, options: string) => string)][] = [
    ['global\n', `global\n  stats socket ${socket} level operator\n`],
    ['bind :80', `bind 127.0.0.1:${http}`],
    ['bind :443', `bind 127.0.0.1:${https}`],
    ['/etc/haproxy/certificates/', certificate],
    [server, servers('api', apiPorts)],
    [provider, servers('provider', providerPorts)],
  ];
  let changed = readFileSync(join(projectFolder, 'deploy/haproxy/haproxy.cfg'), 'utf8');
  for (const [from, to] of changes) {
    const next = changed.replace(from, to as string);
    assert.notEqual(next, changed, `deploy/haproxy/haproxy.cfg has no ${from}`);
    changed = next;
  }
  return changed;
}

async function ask(path: string, command: string): Promise<string> {
  const socket = createConnection(path);
  socket.write(`${command}\n`);
  return text(socket);
}

function serversIn(backend: string, statistics: string): ServerCounts[] {
  const [head = '', ...lines] = statistics.replace('# ', '').trim().split('\n');
  const names = head.split(',');
  return lines
    .map((line) => line.split(','))
    .map((values) => Object.fromEntries(names.map((name, n) => [name, values[n] ?? ''])))
    .filter(({ pxname, svname }) => pxname === backend && svname?.startsWith(backend))
    .map(({ status, smax, hrsp_2xx, eresp, wredis }) => ({
      isUp: status?.startsWith('UP') ?? false,
      most: Number(smax),
      answered: Number(hrsp_2xx),
      cutOff: Number(eresp),
      redispatched: Number(wredis),
    }));
}
