import type { Caller } from '../domain/authorization/rights.ts';
import { MINUTE_MS } from '../domain/duration.ts';
import { DURATION_BUCKETS, durationBucket } from '../domain/usage/durations.ts';
import { countedClient, MAX_KEYS_PER_MINUTE, OTHER_OPERATION, type UsageKey } from '../domain/usage/usage-key.ts';

/** How a request ended. */
export type CountedAnswer = {
  readonly operation: string;
  readonly status: number;
  /** Why it was refused; empty when it was not. */
  readonly reason: string;
  readonly durationMs: number;
};

/** What was counted of one key in one minute since it was last taken. `durations` has a count for each bucket. */
export type CountedKey = UsageKey & { readonly minute: number; readonly durations: readonly number[] };

type Counts = { readonly key: UsageKey; readonly sorted: string; durations: number[]; isCounted: boolean };
type Who = Pick<UsageKey, 'caller' | 'clientId' | 'sellerId'> & { readonly text: string };

/** While the store cannot be written, counts of so many minutes are kept in memory. */
const MAX_MINUTES = 10;

/** Counts the requests of one process in memory, until they are written. */
export class UsageCounter {
  readonly #now: () => number;
  readonly #minutes = new Map<number, Map<string, Counts>>();
  #minute = -1;
  #counts = new Map<string, Counts>();
  #droppedUntilMs: number | undefined;

  /** `now` is the store clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** `caller` is undefined when the request had no valid token. */
  count(caller: Caller | undefined, { operation, status, reason, durationMs }: CountedAnswer): void {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) this.#open(minute);
    const who = caller === undefined ? NOBODY : whoOf(caller);
    const text = `${who.text}\n${operation}\n${status}\n${reason}`;
    const counts = this.#counts.get(text) ?? this.#add(text, who, { operation, status, reason });
    const bucket = durationBucket(durationMs);
    counts.durations[bucket] = (counts.durations[bucket] as number) + 1;
    counts.isCounted = true;
  }

  /** What was counted since the last call, in the order in which all processes write: nobody then waits for each other in a circle. */
  take(): CountedKey[] {
    const taken: (CountedKey & { readonly sorted: string })[] = [];
    for (const [minute, keys] of this.#minutes) {
      for (const counts of keys.values()) {
        if (!counts.isCounted) continue;
        taken.push({ ...counts.key, minute, durations: counts.durations, sorted: counts.sorted });
        counts.durations = noDurations();
        counts.isCounted = false;
      }
      // The keys of the present minute stay: the bound of their number holds for the whole minute.
      if (minute !== this.#minute) this.#minutes.delete(minute);
    }
    return taken.sort((a, b) => a.minute - b.minute || (a.sorted < b.sorted ? -1 : 1));
  }

  /** Until when counts were dropped since the last call, because nobody took them. Undefined when none were. */
  takeDropped(): number | undefined {
    const droppedUntilMs = this.#droppedUntilMs;
    this.#droppedUntilMs = undefined;
    return droppedUntilMs;
  }

  #open(minute: number): void {
    this.#minute = minute;
    this.#counts = this.#minutes.get(minute) ?? new Map();
    this.#minutes.set(minute, this.#counts);
    const [oldest] = this.#minutes.keys();
    if (this.#minutes.size <= MAX_MINUTES || oldest === undefined) return;
    this.#minutes.delete(oldest);
    this.#droppedUntilMs = (oldest + 1) * MINUTE_MS;
  }

  #add(text: string, who: Who, answer: Pick<UsageKey, 'operation' | 'status' | 'reason'>): Counts {
    if (this.#counts.size < MAX_KEYS_PER_MINUTE) return this.#insert(text, { ...withoutText(who), ...answer });
    const key: UsageKey = { ...withoutText(OTHERS), operation: OTHER_OPERATION, status: answer.status, reason: '' };
    const other = `${OTHERS.text}\n${answer.status}`;
    return this.#counts.get(other) ?? this.#insert(other, key);
  }

  #insert(text: string, key: UsageKey): Counts {
    const { sellerId, clientId, caller, operation, status, reason } = key;
    const sorted = [sellerId, clientId, caller, operation, String(status), reason].join('\0');
    const counts = { key, sorted, durations: noDurations(), isCounted: false };
    this.#counts.set(text, counts);
    return counts;
  }
}

const noDurations = (): number[] => new Array<number>(DURATION_BUCKETS).fill(0);

const NOBODY: Who = { caller: 'none', clientId: '', sellerId: '', text: 'none' };
const OTHERS: Who = { caller: 'other', clientId: '', sellerId: '', text: 'other' };

const withoutText = ({ caller, clientId, sellerId }: Who) => ({ caller, clientId, sellerId });

/** As long as its token is cached: all requests with one token have the same caller object. */
const whoByCaller = new WeakMap<Caller, Who>();

function whoOf(caller: Caller): Who {
  const known = whoByCaller.get(caller);
  if (known !== undefined) return known;
  const { clientId, sellerId = '', grant } = caller;
  const counted = countedClient(clientId);
  const who = { caller: grant, clientId: counted, sellerId, text: `${grant}\n${counted}\n${sellerId}` };
  whoByCaller.set(caller, who);
  return who;
}
