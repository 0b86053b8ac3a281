import { Server, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, onSendHookHandler } from 'fastify';
import { isLingering, lingerAfterLastAnswer, lingeringClose } from '../connections/lingering-close.ts';
import { heldRequests, holdsRequests } from '../connections/pipelining.ts';
import type { RunningRequests } from '../connections/running-requests.ts';
import { rejectReadinessWhile } from './stopping-readiness.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the service is stopping. */
    isDraining(): boolean;
    /** How many requests are not completely answered. */
    unanswered(): number;
    /** Aborted when no request may wait any longer: long polls end then. */
    stopping: AbortSignal;
    /**
     * Stops serving without losing a request. For `delayMs` everything is answered, with `Connection: close`, and readiness
     * is 503: load balancers stop sending. Then no connection is accepted, running requests are finished, and idle
     * connections are closed last. Call `close` afterwards. `portClosed`: where other processes accept from the same socket,
     * resolves when none does any more. Until then answers keep their connections: who connects again would be reset.
     */
    drain(delayMs: number, portClosed?: () => Promise<void>): Promise<void>;
    /**
     * Ends while other processes serve on the same socket: accepts no more connections, and closes each one it has after its
     * next answer, or when it was idle for as long as clients were promised. Readiness stays as it is. Call `close` afterwards.
     */
    retire(): Promise<void>;
  }
}

/**
 * `accepting the last`: between the delay and the end of accepting, answers keep their connections. A client that has to
 * connect again in the moment in which the listener closes is reset by the kernel.
 */
type Phase = 'serving' | 'draining' | 'accepting the last' | 'closing' | 'retiring';

/** A connection is idle when it has brought nothing for this long. Shorter, a slow client could be about to use it. */
const IDLE_MS = 1_000;
/** Longer than `keepAliveTimeout`: clients were told how long they may use a connection, and the server closes it then. */
const RETIRING_IDLE_MS = 75_000;
const CHECK_EVERY_MS = 25;
/** After this long, idle connections no longer wait for running requests, and pipelined requests no longer for each other. */
const FINISH_MS = 6_000;
/** Without a new connection for this long, the kernel's queue of connections is empty. */
const QUIET_MS = 20;
/** After a delay, clients have lost their connections to `Connection: close`: slow ones need this long to connect again. */
const QUIET_AFTER_DELAY_MS = 300;
/** When clients connect all the time: from then on, one turn without a new connection is enough. */
const MAX_QUIET_WAIT_MS = 1_000;
/** When every turn brings one: from then on, it is enough that all have been accepted that waited at the beginning. */
const MAX_ACCEPT_MS = 1_500;
/** The longest queue that the kernel keeps for a listener of Node: its `backlog` of 511, and one. It is first in, first out. */
const MAX_QUEUED = 512;

export type Drain = {
  /** Marks an answer as the last of its connection while the service drains; for answers that no hook sees. */
  closeAfter(reply: FastifyReply): void;
  /** The hook that does so for all others. */
  readonly closeWhileStopping: onSendHookHandler<unknown>;
};

export function prepareDrain(app: FastifyInstance, running: RunningRequests): Drain {
  const { server } = app;
  const stopping = new AbortController();
  const sockets = new Set<Socket>();
  let phase: Phase = 'serving';
  let isForced = false;
  const isDraining = () => phase !== 'serving' && phase !== 'retiring';

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (phase !== 'serving') lingerAfterLastAnswer(socket);
  });
  rejectReadinessWhile(isDraining, app);
  const closeAfter = (reply: FastifyReply) => {
    const closes = phase === 'draining' || phase === 'closing' || phase === 'retiring';
    // After an answer with `Connection: close`, requests that the client has pipelined would get none.
    if (closes && (isForced || !holdsRequests(reply.request.raw.socket))) reply.header('connection', 'close');
  };
  app.addHook('preClose', (done) => {
    stopping.abort();
    done();
  });
  app.decorate('isDraining', isDraining);
  app.decorate('unanswered', () => [...running.sockets()].reduce((sum, socket) => sum + 1 + heldRequests(socket), 0));
  app.decorate('stopping', stopping.signal);
  app.decorate('drain', async (delayMs, portClosed) => {
    phase = delayMs > 0 ? 'draining' : 'accepting the last';
    const idleTimes = new IdleTimes(IDLE_MS);
    for (const socket of sockets) {
      lingerAfterLastAnswer(socket);
      idleTimes.isIdle(socket);
    }
    await sleep(delayMs);
    phase = 'accepting the last';
    await acceptTheLast(server, delayMs > 0 ? QUIET_AFTER_DELAY_MS : QUIET_MS);
    const closed = new Promise((resolve) => Server.prototype.close.call(server, resolve));
    await portClosed?.();
    phase = 'closing';
    stopping.abort();
    const force = setTimeout(() => {
      isForced = true;
    }, FINISH_MS);
    await closeWhenIdle(sockets, running, idleTimes, () => isForced);
    await closed;
    clearTimeout(force);
  });
  app.decorate('retire', async () => {
    phase = 'retiring';
    for (const socket of sockets) lingerAfterLastAnswer(socket);
    // Connections that wait in the kernel's queue are accepted by the other processes.
    const closed = new Promise((resolve) => Server.prototype.close.call(server, resolve));
    stopping.abort();
    await closeWhenIdle(sockets, running, new IdleTimes(RETIRING_IDLE_MS), () => isForced);
    await closed;
  });
  return {
    closeAfter,
    closeWhileStopping(_request, reply, _payload, next) {
      if (phase !== 'serving') closeAfter(reply);
      next();
    },
  };
}

/** Connections that wait in the kernel's queue may have sent a request: closing the listener would reset them. */
async function acceptTheLast(server: Server, quietMs: number): Promise<void> {
  const startedAt = performance.now();
  let lastAt = startedAt;
  let count = 0;
  const onConnection = () => {
    lastAt = performance.now();
    count += 1;
  };
  server.on('connection', onConnection);
  for (let isDone = false; !isDone; ) {
    // The runtime accepts at least one connection a turn, if there is one.
    const before = count;
    await turn();
    const now = performance.now();
    const isQuiet = count === before && (now - lastAt >= quietMs || now - startedAt >= MAX_QUIET_WAIT_MS);
    // Never by the time alone: on a busy machine the turns of this time may have accepted only a part of the queue.
    isDone = isQuiet || (now - startedAt >= MAX_ACCEPT_MS && count > MAX_QUEUED);
  }
  server.off('connection', onConnection);
}

/** Whether connections have brought nothing for a time, counted from the first question. */
class IdleTimes {
  readonly #minIdleMs: number;
  readonly #lastProgress = new WeakMap<Socket, { bytes: number; at: number }>();

  constructor(minIdleMs: number) {
    this.#minIdleMs = minIdleMs;
  }

  isIdle(socket: Socket): boolean {
    const now = performance.now();
    const last = this.#lastProgress.get(socket);
    if (last?.bytes === socket.bytesRead) return now - last.at >= this.#minIdleMs;
    this.#lastProgress.set(socket, { bytes: socket.bytesRead, at: now });
    return false;
  }
}

/** Closes idle connections, when nothing runs any more. */
async function closeWhenIdle(
  sockets: ReadonlySet<Socket>,
  running: RunningRequests,
  idleTimes: IdleTimes,
  isForced: () => boolean,
): Promise<void> {
  while (sockets.size > 0) {
    await sleep(CHECK_EVERY_MS);
    // A timer that is late runs before the sockets are read: what they have brought meanwhile counts.
    await turn();
    await turn();
    const busy = running.sockets();
    const idle = [...sockets].filter((socket) => !isLingering(socket) && idleTimes.isIdle(socket) && !busy.has(socket));
    if (busy.size === 0 || isForced()) for (const socket of idle) lingeringClose(socket);
  }
}
