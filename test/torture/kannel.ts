import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installFromDebian } from '../harness/debian.ts';
import { freePort } from '../harness/free-port.ts';

const BEARERBOX = '/usr/sbin/bearerbox';
const SMSBOX = '/usr/sbin/smsbox';

/** Debian's Kannel, installed when it is missing; why not when it cannot be had. */
export async function kannelProblem(): Promise<string | undefined> {
  if (existsSync(BEARERBOX)) return undefined;
  try {
    await installFromDebian('kannel');
  } catch (error) {
    return (error as Error).message;
  }
  return existsSync(BEARERBOX) ? undefined : 'apt-get brought no bearerbox';
}

export type Ports = Record<'admin' | 'boxes' | 'phones' | 'sendsms' | 'unused', number>;

/** The numbers that Kannel sends through the network that refuses everything. */
export const REFUSED_PREFIX = '+12065559';

const docs = new URL('../../docs/sms.md', import.meta.url);

/**
 * The configuration that docs/sms.md shows, with ports and a folder of its own, and in place of the provider two networks:
 * `fake`, Kannel's own for trials, which reports every message as delivered, and one that refuses everything.
 */
function configOf(folder: string, ports: Ports, refusingUrl: string): string {
  const [, shown = ''] = /```ini\n(.*?)# The way to your provider/s.exec(readFileSync(docs, 'utf8')) ?? [];
  const own = shown
    .replace('13000', String(ports.admin))
    .replaceAll('13001', String(ports.boxes))
    .replace('13013', String(ports.sendsms))
    .replace('/var/log/kannel', folder);
  return `${own}
group = smsc
smsc = fake
smsc-id = PHONES
port = ${ports.phones}
our-host = 127.0.0.1
connect-allow-ip = 127.0.0.1
denied-prefix = "${REFUSED_PREFIX}"

group = smsc
smsc = http
smsc-id = REFUSING
system-type = generic
port = ${ports.unused}
our-host = 127.0.0.1
connect-allow-ip = 127.0.0.1
send-url = "${refusingUrl}?to=%P"
status-success-regex = "^ok"
status-permfail-regex = "^no"
allowed-prefix = "${REFUSED_PREFIX}"
`;
}

/** A running Kannel, and the phones that it sends to. */
export class Kannel {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'kannel-'));
  readonly #children: ChildProcess[] = [];
  readonly #ports: Ports;
  /** Each message as Kannel's network for trials writes it: `from to text|ucs-2|udh ...`. */
  readonly messages: string[] = [];
  #hangUp: () => void = () => undefined;

  private constructor(ports: Ports) {
    this.#ports = ports;
  }

  static async start(refusingUrl: string): Promise<Kannel> {
    const [admin, boxes, phones, sendsms, unused] = [
      ...[await freePort(), await freePort(), await freePort()],
      ...[await freePort(), await freePort()],
    ] as [number, number, number, number, number];
    const kannel = new Kannel({ admin, boxes, phones, sendsms, unused });
    const config = join(kannel.#folder, 'kannel.conf');
    writeFileSync(config, configOf(kannel.#folder, kannel.#ports, refusingUrl), { mode: 0o600 });
    await kannel.#run(BEARERBOX, config, boxes);
    await kannel.#run(SMSBOX, config, sendsms);
    return kannel;
  }

  url(password = 'secret'): string {
    return `http://127.0.0.1:${this.#ports.sendsms}/cgi-bin/sendsms?username=storeuser&password=${password}&from=STORE`;
  }

  /** The network is there: what waited is sent, too. */
  async connectPhones(): Promise<void> {
    const socket = connect(this.#ports.phones, '127.0.0.1').setEncoding('utf8');
    await once(socket, 'connect');
    let rest = '';
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      this.messages.push(...lines);
    });
    this.#hangUp = () => socket.destroy();
  }

  async stop(): Promise<void> {
    this.#hangUp();
    for (const child of this.#children.reverse()) {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(program: string, config: string, port: number): Promise<void> {
    const child = spawn(program, [config], { cwd: this.#folder, stdio: 'ignore' });
    this.#children.push(child);
    for (let look = 0; look < 200; look += 1) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
      if (await isOpen(port)) return;
      await sleep(50);
    }
    throw new Error(`${program} does not listen`);
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}
