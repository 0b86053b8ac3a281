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

/** Installs Debian's Kannel when it is missing. Returns the reason when that fails. */
export async function kannelProblem(): Promise<string | undefined> {
  if (existsSync(BEARERBOX)) return undefined;
  try {
    await installFromDebian('kannel');
  } catch (error) {
    return (error as Error).message;
  }
  return existsSync(BEARERBOX) ? undefined : 'apt-get installed no bearerbox';
}

export type Ports = Record<'admin' | 'boxes' | 'phones' | 'sendsms' | 'unused', number>;

/** Kannel sends messages to these numbers through the network that rejects everything. */
export const REJECTED_PREFIX = '+12065559';

const docs = new URL('../../docs/sms.md', import.meta.url);

/**
 * The configuration of docs/sms.md with its own ports and folder, and with two networks in place of the provider: `fake`,
 * Kannel's test network, which reports every message as delivered, and one that rejects everything.
 */
function configOf(folder: string, ports: Ports, rejectingUrl: string): string {
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
denied-prefix = "${REJECTED_PREFIX}"

group = smsc
smsc = http
smsc-id = REJECTING
system-type = generic
port = ${ports.unused}
our-host = 127.0.0.1
connect-allow-ip = 127.0.0.1
send-url = "${rejectingUrl}?to=%P"
status-success-regex = "^ok"
status-permfail-regex = "^no"
allowed-prefix = "${REJECTED_PREFIX}"
`;
}

/** A running Kannel, and the phones it sends to. */
export class Kannel {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'kannel-'));
  readonly #children: ChildProcess[] = [];
  readonly #ports: Ports;
  /** Each message as Kannel's test network writes it: `from to text|ucs-2|udh ...`. */
  readonly messages: string[] = [];
  #hangUp: () => void = () => undefined;

  private constructor(ports: Ports) {
    this.#ports = ports;
  }

  static async start(rejectingUrl: string): Promise<Kannel> {
    const [admin, boxes, phones, sendsms, unused] = [
      ...[await freePort(), await freePort(), await freePort()],
      ...[await freePort(), await freePort()],
    ] as [number, number, number, number, number];
    const kannel = new Kannel({ admin, boxes, phones, sendsms, unused });
    const config = join(kannel.#folder, 'kannel.conf');
    writeFileSync(config, configOf(kannel.#folder, kannel.#ports, rejectingUrl), { mode: 0o600 });
    await kannel.#run(BEARERBOX, config, boxes);
    await kannel.#run(SMSBOX, config, sendsms);
    return kannel;
  }

  url(password = 'secret'): string {
    return `http://127.0.0.1:${this.#ports.sendsms}/cgi-bin/sendsms?username=storeuser&password=${password}&from=STORE`;
  }

  /** Connects the test network: Kannel then also sends the waiting messages. */
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
    for (let attempt = 0; attempt < 200; attempt += 1) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
      if (await isOpen(port)) return;
      await sleep(50);
    }
    throw new Error(`${program} does not listen on port ${port} after 10 s`);
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
