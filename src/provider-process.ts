import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { StartError } from './listen.ts';
import type { Log } from './log.ts';

/** What the embedded provider must know of the service, told to its process at start: it is in no file and no setting. */
export type ServiceClient = { id: string; secret: string };

type FromChild = { issuer: string };

const RESTART_AFTER_MS = 1_000;

/**
 * Runs the embedded identity provider in a process of its own: it has the keys and the passwords, the service has not. When
 * it dies it is started again; the service answers 503 meanwhile.
 */
export async function startProviderProcess(
  entry: string,
  serviceClient: ServiceClient,
  log: Log,
): Promise<{ issuer: string; stop(): Promise<void> }> {
  let stopping = false;
  let child = forkProvider(entry, serviceClient);
  const issuer = await issuerOf(child);
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
    issuer,
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function forkProvider(entry: string, serviceClient: ServiceClient): ChildProcess {
  const child = fork(entry, ['idp']);
  child.send(serviceClient);
  return child;
}

async function issuerOf(child: ChildProcess): Promise<string> {
  const first = await Promise.race([
    once(child, 'message') as Promise<[FromChild]>,
    once(child, 'exit').then(() => undefined),
  ]);
  // It said why on its own standard error.
  if (first === undefined) throw new StartError('The identity provider did not start.');
  return first[0].issuer;
}

/** In the provider's process: who the service is, when the service started it; undefined when the operator did. */
export async function serviceClientFromParent(): Promise<ServiceClient | undefined> {
  if (!process.connected) return undefined;
  const [told] = (await once(process, 'message')) as [ServiceClient];
  return told;
}

/** In the provider's process: tells the service that it listens, and ends with it, however it ends. */
export function reportToParent(issuer: string, stop: () => void): void {
  if (!process.connected) return;
  process.send?.({ issuer } satisfies FromChild);
  process.once('disconnect', stop);
}
