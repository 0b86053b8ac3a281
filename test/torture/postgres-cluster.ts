import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { signalAll, stopWithThisProcess, temporaryFolder } from '../db/postgres-server.ts';
import { RUN_AS, type UnpackedPrograms, unpackFromDebian } from '../harness/debian.ts';
import { freePort } from '../harness/free-port.ts';
import { until } from '../harness/until.ts';

const NAMES = ['db1', 'db2', 'db3'] as const;
export type NodeName = (typeof NAMES)[number];

type Ports = { postgres: number; rest: number };
type Member = { name: NodeName; role: string; state: string; timeline?: number; lag?: number };

const START_MS = 120_000;

/**
 * Three machines of deploy/postgres-cluster on this one: etcd, Patroni and PostgreSQL on ports of their own, and HAProxy in front.
 * Nothing of it stays when this process ends, however it ends.
 */
export class PostgresCluster {
  readonly #debian: UnpackedPrograms;
  readonly #home: string;
  readonly #ports = new Map<NodeName, Ports>();
  readonly #patronis = new Map<NodeName, ChildProcess>();
  readonly #others: ChildProcess[] = [];
  readonly #etcdPorts: number[] = [];
  readonly #etcdArgs = new Map<NodeName, string[]>();
  readonly #etcds = new Map<NodeName, ChildProcess>();
  #proxyPort = 0;

  private constructor(debian: UnpackedPrograms, home: string) {
    this.#debian = debian;
    this.#home = home;
  }

  static async start({ isSynchronous }: { isSynchronous: boolean }): Promise<PostgresCluster> {
    const debian = await unpackFromDebian('patroni', 'python3-etcd', 'etcd-server', 'postgresql-15', 'haproxy');
    const cluster = new PostgresCluster(debian, temporaryFolder(RUN_AS));
    cluster.#stopWithThisProcess();
    await cluster.#startEtcds();
    for (const name of NAMES) cluster.#ports.set(name, { postgres: await freePort(), rest: await freePort() });
    for (const name of NAMES) {
      cluster.#write(`${name}.yml`, cluster.#patroniConfig(name, isSynchronous));
      cluster.startNode(name);
    }
    await cluster.#startProxy();
    await cluster.untilWhole(isSynchronous);
    await until('HAProxy leads to the primary', () => cluster.#isServed());
    return cluster;
  }

  /** The database that the current primary has, through HAProxy. */
  get url(): string {
    return `postgres://postgres:change-me-1@127.0.0.1:${this.#proxyPort}/postgres`;
  }

  /** Waits until there are a primary and two standbys that follow it, one of them synchronously. */
  async untilWhole(isSynchronous: boolean): Promise<void> {
    await until(
      'the cluster is whole',
      async () => {
        const members = await this.members();
        const timeline = members.find(({ role }) => role === 'leader')?.timeline;
        const standbys = members.filter(({ role }) => role === 'replica' || role === 'sync_standby');
        const follow = standbys.filter((one) => /running|streaming/.test(one.state) && one.timeline === timeline);
        const isGuarded = !isSynchronous || standbys.some(({ role }) => role === 'sync_standby');
        return timeline !== undefined && follow.length === 2 && isGuarded;
      },
      START_MS,
    ).catch((error) => {
      throw new Error(`${error.message}\n${this.#logs()}`);
    });
  }

  async members(): Promise<Member[]> {
    for (const { rest } of this.#ports.values()) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async leader(): Promise<NodeName> {
    const leader = (await this.members()).find(({ role }) => role === 'leader');
    if (leader === undefined) throw new Error(`There is no primary.\n${this.#logs()}`);
    return leader.name;
  }

  /** Starts etcd on a machine, if it was killed, and Patroni, which starts its PostgreSQL. */
  startNode(name: NodeName): void {
    if (this.#etcds.get(name)?.signalCode) this.#startEtcd(name);
    const patroni = this.#spawn('python3', [this.#debian.program('patroni'), join(this.#home, `${name}.yml`)], name);
    this.#patronis.set(name, patroni);
  }

  /** Kills etcd, Patroni and all processes of PostgreSQL on a machine, as a loss of power does. */
  killNode(name: NodeName): void {
    this.#signal(name, 'SIGKILL');
  }

  /** Kills all processes of PostgreSQL on a machine. Its Patroni lives. */
  killPostgres(name: NodeName): void {
    signalAll(join(this.#home, name), 'SIGKILL');
  }

  /** Stops all processes of a machine with SIGSTOP: its connections stay open, and nothing answers. */
  freezeNode(name: NodeName): void {
    this.#signal(name, 'SIGSTOP');
  }

  thawNode(name: NodeName): void {
    this.#signal(name, 'SIGCONT');
  }

  /** A planned change of the primary, as an administrator makes it before maintenance. */
  async switchover(): Promise<void> {
    const members = await this.members();
    const from = await this.leader();
    const to = members.find(({ role }) => role === 'sync_standby')?.name ?? '';
    const args = ['switchover', 'seller', '--master', from, '--candidate', to, '--force'];
    const command = [this.#debian.program('patronictl'), '-c', join(this.#home, `${from}.yml`), ...args];
    const { stdout } = await promisify(execFile)(this.#debian.program('python3'), command, this.#options());
    // It exits with 0 when Patroni rejects the wish.
    if (!stdout.includes('Successfully switched over')) throw new Error(stdout);
  }

  stop(): void {
    for (const child of this.#others) child.kill('SIGKILL');
    for (const name of NAMES) this.#signal(name, 'SIGKILL');
  }

  #signal(name: NodeName, signal: NodeJS.Signals): void {
    this.#etcds.get(name)?.kill(signal);
    this.#patronis.get(name)?.kill(signal);
    if (existsSync(join(this.#home, name, 'postmaster.pid'))) signalAll(join(this.#home, name), signal);
  }

  /** One on each machine. They start together: each waits for a majority. */
  async #startEtcds(): Promise<void> {
    const members: { machine: NodeName; name: string; client: string; peer: string }[] = [];
    for (const machine of NAMES) {
      const [port, peer] = [await freePort(), `http://127.0.0.1:${await freePort()}`];
      this.#etcdPorts.push(port);
      members.push({ machine, name: `etcd-${machine}`, client: `http://127.0.0.1:${port}`, peer });
    }
    const all = members.map(({ name, peer }) => `${name}=${peer}`).join();
    for (const { machine, name, client, peer } of members) {
      const clients = [`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`];
      const peering = [`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`];
      const folder = [`--data-dir=${join(this.#home, name)}`, `--name=${name}`, `--initial-cluster=${all}`];
      this.#etcdArgs.set(machine, [...clients, ...peering, ...folder]);
      this.#startEtcd(machine);
    }
    const isHealthy = ({ client }: { client: string }) =>
      fetch(`${client}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('etcd answers', async () => (await Promise.all(members.map(isHealthy))).every(Boolean), START_MS);
  }

  /** With its data, if it was there before. */
  #startEtcd(machine: NodeName): void {
    this.#etcds.set(machine, this.#spawn('etcd', this.#etcdArgs.get(machine) ?? [], `etcd-${machine}`));
  }

  async #startProxy(): Promise<void> {
    this.#proxyPort = await freePort();
    let config = example('haproxy.cfg').replaceAll('127.0.0.1:5000', `127.0.0.1:${this.#proxyPort}`);
    for (const [name, { postgres, rest }] of this.#ports)
      config = config.replace(`${name}.example:5432 check port 8008`, `127.0.0.1:${postgres} check port ${rest}`);
    this.#write('haproxy.cfg', config);
    this.#others.push(this.#spawn('haproxy', ['-db', '-f', join(this.#home, 'haproxy.cfg')], 'haproxy'));
  }

  /** The example with ports and folders of this machine. Without fsync: no test takes the power away. */
  #patroniConfig(name: NodeName, isSynchronous: boolean): string {
    const { postgres, rest } = this.#ports.get(name) as Ports;
    const etcd = this.#etcdPorts.map((port) => `    - 127.0.0.1:${port}\n`).join('');
    return example('patroni.yml')
      .replace('name: db1', `name: ${name}`)
      .replaceAll('db1.example:8008', `127.0.0.1:${rest}`)
      .replaceAll('db1.example:5432', `127.0.0.1:${postgres}`)
      .replace(/ {4}- db1.example:2379\n.*\n.*\n/, etcd)
      .replace('synchronous_mode: true', `synchronous_mode: ${isSynchronous}`)
      .replace('max_connections: 200', 'max_connections: 200\n        fsync: off\n        shared_buffers: 32MB')
      .replace('/var/lib/postgresql/15/seller', join(this.#home, name))
      .replace('/usr/lib/postgresql/15/bin', join(this.#debian.program('postgres'), '..'))
      .replace(
        '  authentication:',
        `  parameters:\n    unix_socket_directories: ${this.#home}\n  pgpass: ${join(this.#home, `${name}.pgpass`)}\n  authentication:`,
      );
  }

  async #isServed(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }

  #spawn(program: string, args: string[], log: string): ChildProcess {
    const output = openSync(join(this.#home, `${log}.log`), 'a');
    const child = spawn(this.#debian.program(program), args, { ...this.#options(), stdio: ['ignore', output, output] });
    // With a newline each: the shell of `#stopWithThisProcess` reads all of them together.
    writeFileSync(join(this.#home, `${log}.pid`), `${child.pid}\n`);
    child.unref();
    return child;
  }

  #options() {
    const env = { ...this.#debian.env, HOME: this.#home, ETCD_UNSUPPORTED_ARCH: process.arch, LANG: 'C.UTF-8' };
    return { ...RUN_AS, cwd: this.#home, env, detached: true };
  }

  #write(name: string, text: string): void {
    const path = join(this.#home, name);
    // PostgreSQL's passwords are in it.
    writeFileSync(path, text, { mode: 0o600 });
    if (RUN_AS.uid !== undefined && RUN_AS.gid !== undefined) chownSync(path, RUN_AS.uid, RUN_AS.gid);
  }

  #stopWithThisProcess(): void {
    const pids = `cat "${this.#home}"/*.pid; head -qn1 "${this.#home}"/*/postmaster.pid`;
    stopWithThisProcess(`kill -9 $(${pids}); sleep 1`, this.#home, RUN_AS);
  }

  #logs(): string {
    return NAMES.map((name) => `${name}: ${readFileSync(join(this.#home, `${name}.log`), 'utf8').slice(-2_000)}`).join(
      '\n',
    );
  }
}

const example = (name: string) =>
  readFileSync(new URL(`../../deploy/postgres-cluster/${name}`, import.meta.url), 'utf8');
