import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { stopWithThisProcess, temporaryFolder } from '../db/postgres-server.ts';
import { RUN_AS, unpackFromDebian } from '../harness/debian.ts';
import { freePort } from '../harness/free-port.ts';
import { until } from '../harness/until.ts';

export type Pgbouncer = {
  /** The same database through PgBouncer. */
  url: string;
  stop(): Promise<void>;
};

/** PgBouncer from Debian in front of a database, with few sessions, so that those of several clients mix. */
export async function startPgbouncer(databaseUrl: string, mode: 'session' | 'transaction'): Promise<Pgbouncer> {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const debian = await unpackFromDebian('pgbouncer');
  const folder = temporaryFolder(RUN_AS);
  const ownPort = await freePort();
  const config = `
[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 200
default_pool_size = ${mode === 'transaction' ? 4 : 40}
${mode === 'session' ? 'ignore_startup_parameters = statement_timeout' : ''}
`;
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, config);
  const child = spawn(debian.program('pgbouncer'), ['-q', file], {
    ...RUN_AS,
    cwd: folder,
    env: debian.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  stopWithThisProcess(`kill -9 ${child.pid}`, folder, RUN_AS);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${ownPort}` }).href;
  await until('PgBouncer answers', async () => {
    if (child.exitCode !== null) throw new Error(output);
    const client = new pg.Client({ connectionString: url });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return {
    url,
    stop: async () => {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
