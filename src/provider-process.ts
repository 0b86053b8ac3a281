import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { StartError } from './listen.ts';
import type { Log } from './log.ts';

/** What the embedded provider must know of the service, told to its process at start: it is in no file and no setting. */
export type ServiceClient = { id: string; secret: string };

/** What the service must know of the provider: its name to the world, and where to reach it without going through that. */
export type ProviderAddress = {
  issuer: string;
  backchannel: { discovery: string; token: string; introspection: string; registration: string };
};

const RESTART_AFTER_MS = 1_000;
const KILL_AFTER_MS = 6_000;

/**
 * Runs the embedded identity provider in a process of its own: it has the keys and the passwords, the service has not. When
 * it dies it is started again; the service answers 503 meanwhile.
 */
export async function startProviderProcess(
  entry: string,
  serviceClient: ServiceClient,
  log: Log,
): Promise<ProviderAddress & { stop(): Promise<void> }> {
  let stopping = false;
  let child = forkProvider(entry, serviceClient);
  const address = await addressOf(child);
  const watch = (watched: ChildProcess) =>
    watched.once('exit', (code, signal) => {
      if (stopping) return;
      log.warn({ code, signal }, 'the identity provider ended; starting it again');
      setTimeout(() => {
        if (stopping) return;
        child = forkProvider(entry, serviceClient);
        watch(child);
      }, RESTART_AFTER_MS);
    });
  watch(child);
  return {
    ...address,
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      // One that does not react must not stay behind and hold its port.
      const impatience = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await once(child, 'exit');
      clearTimeout(impatience);
    },
  };
}

function forkProvider(entry: string, serviceClient: ServiceClient): ChildProcess {
  const child = fork(entry, ['idp']);
  child.send(serviceClient);
  return child;
}

async function addressOf(child: ChildProcess): Promise<ProviderAddress> {
  const first = await Promise.race([
    once(child, 'message') as Promise<[ProviderAddress]>,
    once(child, 'exit').then(() => undefined),
  ]);
  // It said why on its own standard error.
  if (first === undefined) throw new StartError('The identity provider did not start.');
  return first[0];
}

/** In the provider's process: who the service is, when the service started it; undefined when the operator did. */
export async function serviceClientFromParent(): Promise<ServiceClient | undefined> {
  if (!process.connected) return undefined;
  const [told] = (await once(process, 'message')) as [ServiceClient];
  return told;
}

/** In the provider's process: tells the service that it listens, and ends with it, however it ends. */
export function reportToParent({ issuer, backchannel }: ProviderAddress, stop: () => void): void {
  if (!process.connected) return;
  process.send?.({ issuer, backchannel } satisfies ProviderAddress);
  process.once('disconnect', stop);
}
