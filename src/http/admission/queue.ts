import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../../domain/address-key.ts';
import { Fault } from '../../domain/fault.ts';
import { Flow, FlowList, type Pool } from './flow.ts';
import type { StageQueue } from './request-batches.ts';
import type { StagedRequest } from './staged-request.ts';

/** Why a request was shed: too many are in progress, or it waited too long for its turn. */
export type ShedReason = 'too_many' | 'too_long';

/**
 * `waiting` are those of `inProgress` that have not begun. `flows` are the callers and addresses that are known. `held` are refusals that
 * wait to be sent.
 */
export type AdmissionDepth = {
  readonly inProgress: number;
  readonly waiting: number;
  readonly flows: number;
  readonly held: number;
};

type QueueOptions = {
  /** Requests in progress, waiting ones included, at which one is shed for each that arrives. */
  readonly maxInProgress: number;
  /** A request that has waited for longer is shed. */
  readonly maxWaitMs?: number | undefined;
  /** Which requests are never shed. */
  readonly isVital: (request: FastifyRequest) => boolean;
  readonly onShed: (reason: ShedReason) => void;
};

declare module 'fastify' {
  interface FastifyReply {
    /** The caller's requests, while this one is among those that run. */
    flow: Flow | undefined;
  }
}

/**
 * How long a batch may take: others wait for its end, and only then the next connection is accepted. A batch of short
 * requests ends before, at its largest number of requests. Measured with one caller on 256 connections: 3 ms instead of 2 make
 * another one wait for 11.6 ms instead of 8.4 (p50), and answer no more requests.
 */
const MAX_BATCH_MS = 2;

/**
 * A batch goes on beyond that while the next caller has no more requests than this: then no caller is to blame, and
 * smaller batches would only make all of them slower (measured: 14 % for batches of five instead of 32).
 */
const MAX_FEW = 4;

/** What a caller may use of the processor before it is another one's turn. */
const QUANTUM_MS = 1;

/** The rest of a debt is forgiven: one request that took very long must not lock its caller out. */
const MAX_DEBT_MS = 20;

/**
 * Requests of one caller, or of one address without a caller, that run at once: for example those that wait for the write lock of the
 * store, or for the identity provider. Its others wait here, where they are in nobody's way.
 */
const MAX_RUNNING = 32;

/** One caller alone never reaches the bound of requests in progress with those that run. */
const MAX_RUNNING_SHARE = 0.25;

/** Shed answers a batch: clients that repeat a shed request at once must not take the time of those that are served. */
const MAX_SHED_PER_BATCH = 2;

/** A client has often given up by then. */
const DEFAULT_MAX_WAIT_MS = 2_000;

/** Beyond this many callers, one without a request is removed at once; otherwise when it had none for a while (`sweep`). */
const MAX_FLOWS = 1_024;

/**
 * The authorized requests of a process, taken in turn by caller: deficit round robin, by measured time. However many
 * requests a caller has here, the first one of another is taken within a quantum. When too many are in progress, one of
 * the caller with the most waiting requests is shed.
 */
export class AdmissionQueue implements StageQueue<StagedRequest> {
  readonly #options: QueueOptions;
  readonly #maxRunning: number;
  readonly #maxWaitMs: number;
  readonly #flows = new Map<string, Flow>();
  readonly #callers: Pool;
  /** Requests without a caller have a bound of their own: they may wait for a slow identity provider. */
  readonly #anonymous: Pool;
  readonly #vital = new Flow('', { inProgress: 0, max: Infinity }, Infinity);
  /** The flows that have a request to take. */
  readonly #turns = new FlowList();
  /** The waiting requests of these flows. */
  #available = 0;
  readonly #toShed: StagedRequest[] = [];
  /** The flow whose request runs in this batch, since when, and when the batch began. */
  #current: Flow | undefined;
  #sinceMs = 0;
  #beganMs = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#maxWaitMs = options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS;
    this.#callers = { inProgress: 0, max: options.maxInProgress };
    this.#anonymous = { inProgress: 0, max: options.maxInProgress };
    this.#maxRunning = Math.min(MAX_RUNNING, Math.ceil(options.maxInProgress * MAX_RUNNING_SHARE));
  }

  /** Requests that have a turn or wait for one, and how many of them wait. */
  depth(): Omit<AdmissionDepth, 'held'> {
    let waiting = this.#toShed.length;
    for (const flow of this.#flows.values()) waiting += flow.waiting.length;
    const inProgress = this.#callers.inProgress + this.#anonymous.inProgress;
    return { inProgress, waiting, flows: this.#flows.size };
  }

  /** The requests of an address that have no caller. */
  openOf(address: string): number {
    const flow = this.#flows.get(keyOf(address));
    return flow ? flow.waiting.length + flow.running : 0;
  }

  get length(): number {
    return this.#available + this.#toShed.length;
  }

  push(item: StagedRequest): void {
    const flow = this.#flowOf(item.request);
    if (flow.pool.inProgress >= flow.pool.max && !this.#makeRoomFor(flow)) {
      this.#toShed.push(item);
      if (isIdle(flow)) this.#flows.delete(flow.key);
      return;
    }
    flow.isInUse = true;
    flow.pool.inProgress += 1;
    item.queuedMs = performance.now();
    flow.waiting.push(item);
    if (flow.isListed) this.#available += 1;
    else if (flow.running < flow.maxRunning) this.#enlist(flow);
  }

  begin(): void {
    this.#beganMs = performance.now();
    this.#sinceMs = this.#beganMs;
    if (this.#toShed.length === 0) return;
    for (const item of this.#toShed.splice(0, MAX_SHED_PER_BATCH)) this.#shed(item, 'too_many');
  }

  take(): StagedRequest | undefined {
    const nowMs = performance.now();
    this.#charge(nowMs);
    if (nowMs - this.#beganMs > MAX_BATCH_MS && (this.#turns.first?.waiting.length ?? 0) > MAX_FEW) return undefined;
    for (let flow = this.#turns.first; flow; flow = this.#turns.first) {
      if (flow.creditMs <= 0) {
        flow.creditMs += QUANTUM_MS;
        this.#turns.removeFirst();
        this.#turns.append(flow);
        continue;
      }
      const item = flow.waiting.take();
      if (item) this.#start(flow, item);
      if (flow.waiting.length === 0 || flow.running >= flow.maxRunning) this.#delist(flow);
      if (item && (nowMs - item.queuedMs <= this.#maxWaitMs || flow === this.#vital)) {
        this.#current = flow;
        return item;
      }
      if (item) this.#shed(item, 'too_long');
    }
    return undefined;
  }

  end(): void {
    this.#charge(performance.now());
  }

  /** Ends the part of a request that counts as running. True when a request can be taken that could not before. */
  leave(reply: FastifyReply): boolean {
    const { flow } = reply;
    if (!flow) return false;
    reply.flow = undefined;
    flow.running -= 1;
    flow.pool.inProgress -= 1;
    if (flow.waiting.length > 0) {
      if (flow.isListed) return false;
      this.#enlist(flow);
      return true;
    }
    if (isIdle(flow) && this.#flows.size > MAX_FLOWS) this.#flows.delete(flow.key);
    return false;
  }

  /** Sheds what has waited for too long behind running requests of its caller, and removes callers without a request. Called now and then. */
  sweep(): void {
    const nowMs = performance.now();
    for (const flow of this.#flows.values()) {
      if (isIdle(flow) && !flow.isInUse) this.#flows.delete(flow.key);
      flow.isInUse = false;
      while (!flow.isListed && nowMs - (flow.waiting.first?.queuedMs ?? nowMs) > this.#maxWaitMs) {
        const item = flow.waiting.take();
        flow.pool.inProgress -= 1;
        if (item) this.#shed(item, 'too_long');
      }
    }
  }

  #flowOf(request: FastifyRequest): Flow {
    const { caller } = request;
    if (!caller && this.#options.isVital(request)) return this.#vital;
    const key = caller ? (caller.sellerId ?? caller.clientId) : keyOf(addressKey(request.ip));
    const known = this.#flows.get(key);
    if (known) return known;
    const flow = new Flow(key, caller ? this.#callers : this.#anonymous, this.#maxRunning);
    this.#flows.set(key, flow);
    return flow;
  }

  #start(flow: Flow, item: StagedRequest): void {
    this.#available -= 1;
    flow.running += 1;
    item.reply.flow = flow;
  }

  /** A caller that had nothing to take goes first, unless it is in debt. */
  #enlist(flow: Flow): void {
    this.#available += flow.waiting.length;
    flow.creditMs = Math.min(flow.creditMs, 0) + QUANTUM_MS;
    this.#turns.prepend(flow);
  }

  /** The first of the list. */
  #delist(flow: Flow): void {
    this.#available -= flow.waiting.length;
    this.#turns.removeFirst();
  }

  #charge(nowMs: number): void {
    if (this.#current) {
      this.#current.creditMs = Math.max(this.#current.creditMs - (nowMs - this.#sinceMs), -MAX_DEBT_MS);
      this.#current = undefined;
    }
    this.#sinceMs = nowMs;
  }

  /** Sheds the newest waiting request of the caller with the most, if that is another one. A busy process has few other callers. */
  #makeRoomFor(flow: Flow): boolean {
    let most: Flow | undefined;
    let count = flow.waiting.length + flow.running + 1;
    for (const other of this.#flows.values()) {
      const otherCount = other.waiting.length + other.running;
      if (other.pool !== flow.pool || other.waiting.length === 0 || otherCount <= count) continue;
      most = other;
      count = otherCount;
    }
    const item = most?.waiting.pop();
    if (!most || !item) return false;
    if (most.isListed) this.#available -= 1;
    most.pool.inProgress -= 1;
    this.#toShed.push(item);
    return true;
  }

  #shed(item: StagedRequest, reason: ShedReason): void {
    this.#options.onShed(reason);
    item.fail(faults[reason]);
  }
}

/** No id of a caller begins with a line break. */
const keyOf = (address: string) => `\n${address}`;

const isIdle = (flow: Flow) => flow.waiting.length === 0 && flow.running === 0 && !flow.isListed;

const overloaded = (details: string) =>
  new Fault(
    'ServiceUnavailable',
    { message: 'The service has too much to do at the moment.', details },
    { hints: { retryAfterSeconds: 1 }, reason: 'Overload' },
  );

/** One of each, for all requests: making an error costs more than answering with it. */
const faults: Readonly<Record<ShedReason, Fault>> = {
  too_many: overloaded('Too many requests are in progress. Nothing was done for this one. Try again in 1 second.'),
  too_long: overloaded('This request waited too long for its turn. Nothing was done for it. Try again in 1 second.'),
};
