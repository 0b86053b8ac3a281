import { createHash } from 'node:crypto';
import type { Limits } from '../domain/rate-plan.ts';
import type { LimitServer } from './limit-server.ts';
import { GIVE_BACK, TAKE } from './scripts.ts';
import { WindowShare } from './window-share.ts';

/** What the counters say of one request. `left` is of the whole plan, as far as this process knows. */
export type Verdict = {
  isAllowed: boolean;
  burstLeft: number;
  burstEndsAt: number;
  sustainedLeft: number;
  sustainedEndsAt: number;
};

/** The shared windows of one key, and the requests that wait for the server's answer. */
type SharedKey = {
  readonly name: string;
  readonly burst: WindowShare;
  readonly sustained: WindowShare;
  readonly waiting: ((verdict: Verdict | undefined) => void)[];
  isAsking: boolean;
  /** Until then requests are rejected without a question. */
  rejectedUntil: number;
  /** How many requests were used when the key was last looked at. */
  usedBefore: number;
  /** Reused by every verdict that is given at once. */
  readonly verdict: Verdict;
};

/** A rejected key is asked for again after this time: another process may have given requests back. */
const ASK_AGAIN_MS = 50;
const MAX_EVICTED_AT_ONCE = 16;
/** Windows that end sooner keep what is in hand: it expires with them. */
const MIN_RETURN_MS = 1_000;

/**
 * A limit of two windows that several processes share. Requests are counted in memory from shares that were taken ahead; only a
 * request that finds none waits for the server. A limit whose windows are small has no shares: each of its requests asks.
 * Not a `MicroBatch`: one answer decides on all that wait, also on those that came after the question.
 */
export class SharedLimit {
  readonly #server: LimitServer;
  readonly #name: string;
  readonly #limits: Limits;
  readonly #now: () => number;
  /** In the order in which they were opened, so ended ones come first. */
  readonly #keys = new Map<string, SharedKey>();
  /** Keys that may have requests in hand. */
  readonly #holding = new Set<SharedKey>();

  constructor(server: LimitServer, name: string, limits: Limits, now: () => number) {
    this.#server = server;
    this.#name = name;
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Takes one request of a key. Undefined when the server cannot be used. A verdict that is given at once is valid until the next
   * call.
   */
  take(key: string, nowMs: number): Verdict | undefined | Promise<Verdict | undefined> {
    if (this.#server.isBroken) return undefined;
    const shared = this.#keys.get(key) ?? this.#open(key, nowMs);
    if (shared.waiting.length === 0) {
      if (this.#hasUsed(shared, nowMs)) {
        if (!shared.isAsking && (shared.burst.isLow() || shared.sustained.isLow())) this.#ask(key, shared);
        return verdictOf(shared, true);
      }
      if (nowMs < shared.rejectedUntil) return verdictOf(shared, false);
    }
    const verdict = Promise.withResolvers<Verdict | undefined>();
    shared.waiting.push(verdict.resolve);
    if (!shared.isAsking) this.#ask(key, shared);
    return verdict.promise;
  }

  /** What was left when the server last answered, and is not used since. Undefined when nothing is known of the key. */
  left(key: string): Readonly<Verdict> | undefined {
    const shared = this.#keys.get(key);
    return shared && { ...verdictOf(shared, true) };
  }

  /** Takes back one request that was counted. */
  giveBack(key: string, nowMs: number): void {
    const shared = this.#keys.get(key);
    if (!shared) return;
    shared.rejectedUntil = 0;
    shared.burst.takeBack(nowMs);
    shared.sustained.takeBack(nowMs);
    if (this.#shares().burst === 0) this.#return(shared);
  }

  /** Gives back what keys hold that were not used since the last call, at most `max` of them. How many it looked at. */
  returnUnused(nowMs: number, max: number): number {
    // Keys that stay are added again at the end: the walk would meet them a second time, not used since, and return what they need.
    let left = Math.min(max, this.#holding.size);
    const seen = left;
    for (const shared of this.#holding) {
      if (left === 0) break;
      left -= 1;
      this.#holding.delete(shared);
      const used = shared.burst.used + shared.sustained.used;
      if (used !== shared.usedBefore || shared.isAsking) this.#holding.add(shared);
      else if (shared.sustained.endsAt - nowMs > MIN_RETURN_MS) this.#return(shared);
      shared.usedBefore = used;
    }
    return seen;
  }

  /** Before the process stops. */
  returnAll(max: number): void {
    let left = max;
    for (const shared of this.#holding) {
      if (left === 0) break;
      left -= 1;
      this.#return(shared);
    }
    this.#holding.clear();
  }

  #hasUsed({ burst, sustained }: SharedKey, nowMs: number): boolean {
    if (!burst.isUsable(nowMs) || !sustained.isUsable(nowMs)) return false;
    burst.use();
    sustained.use();
    return true;
  }

  /** Both windows have shares, or none: a question about one of them answers for both. */
  #shares(): { burst: number; sustained: number } {
    const burst = WindowShare.sizeOfShare(this.#limits.burst, this.#server.processes);
    const sustained = WindowShare.sizeOfShare(this.#limits.sustained, this.#server.processes);
    return burst === 0 || sustained === 0 ? { burst: 0, sustained: 0 } : { burst, sustained };
  }

  #ask(key: string, shared: SharedKey): void {
    shared.isAsking = true;
    const sentMs = Math.floor(this.#now());
    const { burst, sustained } = this.#shares();
    const question = [
      String(shared.waiting.length),
      String(this.#server.processes),
      ...shared.burst.question(burst, sentMs),
      ...shared.sustained.question(sustained, sentMs),
    ];
    this.#server.ask(TAKE, shared.name, question).then(
      (answer) => this.#answered(key, shared, answer as number[], sentMs),
      () => {
        shared.isAsking = false;
        for (const resolve of shared.waiting.splice(0)) resolve(undefined);
      },
    );
  }

  #answered(key: string, shared: SharedKey, answer: readonly number[], sentMs: number): void {
    const nowMs = Math.ceil(this.#now());
    const endedAt = endOf(shared);
    shared.burst.answer(answer.slice(0, 4), sentMs, nowMs);
    shared.sustained.answer(answer.slice(4), sentMs, nowMs);
    shared.isAsking = false;
    if (endOf(shared) > endedAt && this.#keys.delete(key)) this.#keys.set(key, shared);
    this.#decide(key, shared, nowMs);
    if (shared.burst.inHand + shared.sustained.inHand === 0) return;
    if (this.#shares().burst > 0) this.#holding.add(shared);
    else if (!shared.isAsking) this.#return(shared);
  }

  /** Decides on the requests that wait, in the order of their arrival. */
  #decide(key: string, shared: SharedKey, nowMs: number): void {
    const { waiting, burst, sustained } = shared;
    let decided = 0;
    while (decided < waiting.length && this.#hasUsed(shared, nowMs)) {
      waiting[decided]?.({ ...verdictOf(shared, true) });
      decided += 1;
    }
    waiting.splice(0, decided);
    if (waiting.length === 0) return;
    const full = [burst, sustained].filter((window) => window.isFull(nowMs));
    // They came after the question, or a window ended meanwhile.
    if (full.length === 0) {
      this.#ask(key, shared);
      return;
    }
    shared.rejectedUntil = Math.min(nowMs + ASK_AGAIN_MS, ...full.map(({ endsAt }) => endsAt));
    for (const resolve of waiting.splice(0)) resolve({ ...verdictOf(shared, false) });
  }

  #return(shared: SharedKey): void {
    const { burst, sustained } = shared;
    if (burst.inHand + sustained.inHand === 0 || this.#server.isBroken) return;
    const returned = [...burst.surrender(), ...sustained.surrender()];
    // What does not arrive is lost until the window ends; the failure itself is logged.
    this.#server.ask(GIVE_BACK, shared.name, returned).catch(() => undefined);
  }

  #open(key: string, nowMs: number): SharedKey {
    this.#evictEnded(nowMs);
    const shared: SharedKey = {
      name: keyName(this.#name, this.#limits, key),
      burst: new WindowShare(this.#limits.burst),
      sustained: new WindowShare(this.#limits.sustained),
      waiting: [],
      isAsking: false,
      rejectedUntil: 0,
      usedBefore: 0,
      verdict: { isAllowed: true, burstLeft: 0, burstEndsAt: 0, sustainedLeft: 0, sustainedEndsAt: 0 },
    };
    this.#keys.set(key, shared);
    return shared;
  }

  /** Bounds memory in the same way as the counters of one process: few at once, more than are added. */
  #evictEnded(nowMs: number): void {
    let left = MAX_EVICTED_AT_ONCE;
    for (const [key, shared] of this.#keys) {
      if (nowMs < endOf(shared) || shared.isAsking || left === 0) return;
      this.#keys.delete(key);
      this.#holding.delete(shared);
      left -= 1;
    }
  }
}

const endOf = ({ burst, sustained }: SharedKey) => Math.max(burst.endsAt, sustained.endsAt);

function verdictOf({ verdict, burst, sustained }: SharedKey, isAllowed: boolean): Verdict {
  verdict.isAllowed = isAllowed;
  verdict.burstLeft = burst.inHand + burst.pool;
  verdict.burstEndsAt = burst.endsAt;
  verdict.sustainedLeft = sustained.inHand + sustained.pool;
  verdict.sustainedEndsAt = sustained.endsAt;
  return verdict;
}

/**
 * The name of a counter at the server: always as long, and without the ids and addresses that it counts for. Windows of other lengths
 * are other counters: a process with a new plan would otherwise end the windows of one that still runs with the old plan, and that
 * one would open a full window each time.
 */
function keyName(limit: string, { burst, sustained }: Limits, key: string): string {
  const digest = createHash('sha256').update(`${limit}\n${burst.seconds} ${sustained.seconds}\n${key}`);
  return `seller-service:limit:${digest.digest('base64url').slice(0, 22)}`;
}
