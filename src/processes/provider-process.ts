import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { forwardLines } from '../log/forward-lines.ts';
import type { Log } from '../log/log.ts';
import { NO_ENV_FILE } from './provider-environment.ts';
import { StartError } from './start-error.ts';
import { hasAbortedRequests } from './stop-on-signal.ts';

/** The service's own client at the provider. The service makes it at each start: it is in no file and no setting. */
export type ServiceClient = { id: string; secret: string };

/** How the service reaches the provider: the issuer is its public name, the backchannel leads straight to its socket. */
export type ProviderAddress = {
  issuer: string;
  backchannel: { discovery: string; token: string; introspection: string; registration: string };
};

/** The first message to the provider's process. */
export type ProviderOrder = {
  serviceClient: ServiceClient;
  /** The port of the process before it, when there was one. Its clients know that port. */
  previousPort?: number;
  /** Whether an empty database gets the demo's clients: only beside the demo market. */
  createsDemo: boolean;
  /** The address of the service, once it listens. */
  serviceUrl?: string | undefined;
};

export type ProviderProcess = ProviderAddress & {
  /** Tells the provider where the service is: with PORT=0 only the service knows. The console's client needs it. */
  sendServiceUrl(url: string): void;
  /** Tells the provider that the service is about to stop it: load balancers in front of the provider have to know before. */
  drain(): void;
  /** Resolves to whether it had to abort requests. */
  stop(): Promise<boolean>;
};

/** A later message to the provider's process. */
type ServiceUrlMessage = Required<Pick<ProviderOrder, 'serviceUrl'>>;

export type ProviderProcessOptions = {
  fork: ProviderForks;
  serviceClient: ServiceClient;
  createsDemo: boolean;
  log: Log;
  /** The provider was restarted and could not have its previous port again. */
  onMoved(address: ProviderAddress): void;
};

/** Each call gives a process of the provider that waits for its order. */
export type ProviderForks = () => ChildProcess;

/** Saves about 10 MB at rest and 35 MB after some thousand tokens, which cost the same. The default is for programs with more garbage. */
const SMALL_YOUNG_SPACE = '--max-semi-space-size=2';

/**
 * Starts the first process now: it loads its modules while the service loads its own and opens its store. `entry` is the file that
 * starts roles, `environment` all that the process gets: see `providerEnvironment`.
 */
export function providerForks(entry: string, environment: Readonly<Record<string, string>>): ProviderForks {
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
  // Without a listener, a process that the system cannot start now, or a message to one that has just ended, ends the service.
  const execArgv = [...process.execArgv, SMALL_YOUNG_SPACE];
  const options = { env: environment, stdio: [...stdio], execArgv };
  const start = () => fork(entry, ['idp', NO_ENV_FILE], options).on('error', () => {});
  let first: ChildProcess | undefined = start();
  return () => {
    // One that has ended told nobody why, because nobody read its lines yet: the next one does.
    const child = first?.exitCode === null && first.signalCode === null ? first : start();
    first = undefined;
    return child;
  };
}

/** The last messages to the provider's process. */
const DRAIN = 'drain';
const STOP = 'stop';

const RESTART_DELAY_MS = 1_000;
const KILL_AFTER_MS = 6_000;

/**
 * Runs the embedded identity provider in a process of its own: that process has the keys and passwords, the service has not.
 * A provider that dies is restarted, on the port that it had; the service answers 503 meanwhile. Throws a StartError when
 * the provider does not start the first time.
 */
export async function startProviderProcess(options: ProviderProcessOptions): Promise<ProviderProcess> {
  const { serviceClient, createsDemo, log, onMoved } = options;
  let stopping = false;
  let serviceUrl: string | undefined;
  let child = orderProvider(options, { serviceClient, createsDemo });
  let address = await addressOf(child);

  const restart = async () => {
    if (stopping) return;
    child = orderProvider(options, { serviceClient, createsDemo, previousPort: providerPort(address), serviceUrl });
    restartAfterExit(child);
    const next = await addressOf(child);
    const hasMoved = next.backchannel.token !== address.backchannel.token;
    address = next;
    if (hasMoved) onMoved(next);
  };
  const restartAfterExit = (watched: ChildProcess) => {
    const onEnd = (facts: object) => {
      if (stopping) return;
      log.warn(facts, `the identity provider ended; restarting it in ${RESTART_DELAY_MS / 1_000} s`);
      // A restart that fails is an end too.
      setTimeout(() => void restart().catch(() => {}), RESTART_DELAY_MS);
    };
    watched.once('exit', (code, signal) => onEnd({ code, signal }));
    // A process that the system could not start has no 'exit'.
    if (watched.pid === undefined) watched.once('error', ({ message }) => onEnd({ reason: message }));
  };
  restartAfterExit(child);

  const stop = async () => {
    stopping = true;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false;
    // Not a signal: the provider ignores those that go to the whole process group; see `ignoreSignals`.
    if (child.connected) child.send(STOP);
    // A process that does not end would stay behind and keep its port.
    const killTimer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    // Not 'exit': its last lines come before 'close'.
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(killTimer);
    return hasAbortedRequests(code);
  };
  const sendServiceUrl = (url: string) => {
    serviceUrl = url;
    if (child.connected) child.send({ serviceUrl } satisfies ServiceUrlMessage);
  };
  const drain = () => {
    if (child.connected) child.send(DRAIN);
  };
  return { ...address, sendServiceUrl, drain, stop };
}

/** The port that the provider listens on. */
export const providerPort = ({ backchannel }: ProviderAddress): number => Number(new URL(backchannel.token).port);

function orderProvider({ fork, log }: ProviderProcessOptions, order: ProviderOrder): ChildProcess {
  const child = fork();
  // Its lines take the way of the service's own: two writers on one output would split each other's lines, and the
  // provider would wait for a reader that stands still.
  if (child.stdout) forwardLines(child.stdout, log.print);
  if (child.stderr) forwardLines(child.stderr, log.printError);
  if (child.connected) child.send(order, () => undefined);
  return child;
}

async function addressOf(child: ChildProcess): Promise<ProviderAddress> {
  const first = await Promise.race([
    once(child, 'message') as Promise<[ProviderAddress]>,
    once(child, 'close').then(() => undefined),
  ]);
  // The child has written the reason to standard error, and 'close' comes after it.
  if (first === undefined) throw new StartError('The identity provider did not start.');
  return first[0];
}

/**
 * In the provider's process, before anything else: a signal to the process group (Ctrl-C, systemd) reaches it, too, and the service
 * needs it until its last request. Without the service nobody else would end this process.
 */
export function ignoreSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => (process.connected ? undefined : process.exit(1)));
}

/**
 * In the provider's process: what the service ordered; undefined when an operator started the process. A service that could not
 * start orders nothing: then this process ends.
 */
export async function orderFromParent(): Promise<ProviderOrder | undefined> {
  if (process.send === undefined) return undefined;
  ignoreSignals();
  const end = () => process.exit(1);
  if (!process.connected) end();
  process.once('disconnect', end);
  const [order] = (await once(process, 'message')) as [ProviderOrder];
  process.off('disconnect', end);
  return order;
}

/** In the provider's process: calls back when the service tells where it is. */
export function onServiceUrl(callback: (url: string) => void): void {
  process.on('message', (message: Partial<ServiceUrlMessage> | string) => {
    if (typeof message === 'object' && message.serviceUrl !== undefined) callback(message.serviceUrl);
  });
}

/**
 * In the provider's process: reports the address to the service, calls `drain` when the service is about to stop, and `stop` when the
 * service demands it or has ended.
 */
export function reportToParent(
  { issuer, backchannel }: ProviderAddress,
  { drain, stop }: { readonly drain: () => void; readonly stop: () => void },
  deadlineMs = KILL_AFTER_MS,
): void {
  // Without the service nobody else would end this process: a stop that hangs must not keep it alive.
  const stopAlone = () => {
    setTimeout(() => process.exit(1), deadlineMs);
    stop();
  };
  process.on('message', (message) => {
    if (message === DRAIN) drain();
    if (message === STOP) stop();
  });
  process.once('disconnect', stopAlone);
  if (process.connected) process.send?.({ issuer, backchannel } satisfies ProviderAddress);
  else stopAlone();
}
