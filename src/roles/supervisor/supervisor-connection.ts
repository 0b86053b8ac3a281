import cluster from 'node:cluster';
import type { Log } from '../../log/log.ts';
import type { ProviderAddress } from '../../processes/provider-process.ts';
import { endAfter } from '../../processes/stop-on-signal.ts';
import type { StartParameters } from '../process/compose-process.ts';
import type { FromProcess, Query, ToProcess } from './process-messages.ts';

/** Idle connections are kept for 72 s: nobody who uses one within that time meets a closed connection. */
const MAX_RETIRING_MS = 90_000;

export type ProcessHandlers = {
  readonly log: Log;
  readonly queries: Readonly<Record<Query, () => Promise<unknown>>>;
  onProviderMoved?(address: ProviderAddress): void;
  /** Ends the work while other processes go on. Without it as `stop`. */
  readonly retire?: (() => Promise<unknown>) | undefined;
  stop(drainMs: number): Promise<unknown>;
  /** How many requests are not answered yet. Absent in a process that answers none. */
  readonly running?: (() => number) | undefined;
  readonly drainMs: number;
};

/**
 * In a process of the supervisor, before anything else: its start parameters. Signals to the process group (Ctrl-C, systemd) reach
 * this process, too, and are ignored: only the supervisor knows in which order processes stop.
 */
export function startParametersFromSupervisor(): Promise<StartParameters> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  return new Promise((resolve) => {
    process.on('message', (message: ToProcess) => {
      if (message.kind === 'order') resolve(message.order);
      else if (message.kind === 'provider moved') movedProvider = message.address;
      // Nothing listens yet.
      else if (!isHandled && (message.kind === 'stop' || message.kind === 'retire')) process.exit(0);
    });
  });
}

let isHandled = false;
/** The new address of a provider that moved while this process started: its start parameters name the previous address. */
let movedProvider: ProviderAddress | undefined;

/** Shorter than running requests may take. */
const MAX_PORT_WAIT_MS = 2_000;

/** In an API process that stops and has stopped accepting: resolves when no other process accepts either. */
export async function portClosed(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.on('message', (message: ToProcess) => (message.kind === 'port closed' ? resolve() : undefined));
    process.once('disconnect', resolve);
    setTimeout(resolve, MAX_PORT_WAIT_MS);
    if (process.connected) void send({ kind: 'not accepting' });
    else resolve();
  });
}

/**
 * In a process of the supervisor, before it listens: handles the messages of the supervisor from then on. A process whose supervisor
 * has ended finishes its requests and ends: nobody could stop or replace it. Returns what reports that the process serves.
 */
export function connectToSupervisor(handlers: ProcessHandlers): () => void {
  const { log, queries, onProviderMoved, retire, stop, running, drainMs } = handlers;
  let isStopping = false;
  const stopWithin = (ms: number) => {
    if (isStopping) return;
    isStopping = true;
    void endAfter(log, () => stop(ms).then(() => sendLastMetrics(queries.metrics)), { drainMs: ms, running });
  };
  const onSupervisorExit = () => {
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true; // otherwise the runtime ends the process at once
    log.warn('the supervisor has ended: this process finishes its requests and ends');
    stopWithin(0);
  };
  isHandled = true;
  if (movedProvider) onProviderMoved?.(movedProvider);
  process.on('message', (message: ToProcess) => {
    if (message.kind === 'ask')
      void answer(message.id, queries[message.question]).catch((err) =>
        log.error({ err, question: message.question }, 'a question of the supervisor has no answer'),
      );
    else if (message.kind === 'provider moved') onProviderMoved?.(message.address);
    else if (message.kind === 'stop') stopWithin(drainMs);
    else if (message.kind === 'retire') {
      if (!retire) stopWithin(0);
      else {
        const retired = () => retire().then(() => sendLastMetrics(queries.metrics));
        void endAfter(log, retired, { drainMs: MAX_RETIRING_MS, running });
      }
    }
  });
  cluster.worker?.once('disconnect', onSupervisorExit);
  return () => {
    if (process.connected) void send({ kind: 'ready' });
    else onSupervisorExit();
  };
}

/** An unknown query comes from a supervisor of another version: it continues without an answer. */
async function answer(id: number, handler: (() => Promise<unknown>) | undefined): Promise<void> {
  if (handler) await send({ kind: 'answer', id, answer: await handler() });
}

async function sendLastMetrics(metrics: () => Promise<unknown>): Promise<undefined> {
  await send({ kind: 'last metrics', metrics: await metrics() });
}

/** Resolves when the message is sent, or cannot be. */
function send(message: FromProcess): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
