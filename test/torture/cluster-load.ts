import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, fetch, type Response } from 'undici';
import type { Db } from '../../src/db/db.ts';
import type { Fleet } from '../faults/fleet.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';

/** What was acknowledged, and by that must be in the store, or have arrived, in the end. */
export type Acknowledged = { items: string[]; notifications: string[]; keys: number };

const MARKETPLACE = 'M1';
const SELLER = 'S1';
/** One client sends one request at a time. */
const CLIENTS = { changes: 3, notifications: 3, keys: 2, reads: 3 };
/** Between two requests of a client. */
const PAUSE_MS = 10;
/** How requests are sent, if not directly, and how many times as many clients there are. */
type Ways = { dispatcher?: Dispatcher; times?: number };
const READ = `/products/pricing/v4/listings/SKU-1/offers?MarketplaceId=${MARKETPLACE}&ItemCondition=New`;

/**
 * Constant load on the API: market changes that each add an item, test notifications, test notifications with an idempotency
 * key that are repeated until they succeed, and reads. Counts what was acknowledged.
 */
export class ClusterLoad {
  readonly #bases: readonly string[];
  readonly #dispatcher: Dispatcher | undefined;
  readonly #destination: string;
  /** Gets only what was sent with an idempotency key: one delivery for each key. */
  readonly keysDestination: string;
  readonly #name: string = randomBytes(4).toString('hex');
  readonly acknowledged: Acknowledged = { items: [], notifications: [], keys: 0 };
  attempted = 0;
  succeeded = 0;
  reads = 0;
  /** Answered with 503 and `Retry-After`. */
  unavailable = 0;
  unanswered = 0;
  /** Every other answer. */
  readonly wrong: string[] = [];
  /** Failed requests that only read. */
  failedReads = 0;
  /** When the latest of the requests began that did not succeed. */
  latestFailureMs = 0;
  #lastWriteMs = performance.now();
  #longestGapMs = 0;
  #isOver = false;
  #clients: Promise<void>[] = [];

  private constructor(
    bases: readonly string[],
    dispatcher: Dispatcher | undefined,
    destination: string,
    keysDestination: string,
  ) {
    this.#bases = bases;
    this.#dispatcher = dispatcher;
    this.#destination = destination;
    this.keysDestination = keysDestination;
  }

  /** Fills the market, creates a destination, and starts the clients on these API processes. */
  static async start(
    fleet: Fleet,
    bases: readonly string[],
    { dispatcher, times = 1 }: Ways = {},
  ): Promise<ClusterLoad> {
    const market = [marketplace(MARKETPLACE, 'USD', true), seller(SELLER), item('I1'), offer(SELLER, 'SKU-1', 'I1')];
    await fleet.operator().change(market);
    const [plain, keys] = [
      await fleet.seller(SELLER).webhook(fleet.receiver.url('/plain')),
      await fleet.seller(SELLER).webhook(fleet.receiver.url('/keys')),
    ];
    const load = new ClusterLoad(bases, dispatcher, plain.channelId, keys.channelId);
    const clients = Object.entries(CLIENTS).flatMap(([kind, count]) =>
      Array.from({ length: count * times }, (_, n) => load.#run(kind as keyof typeof CLIENTS, n)),
    );
    load.#clients = clients;
    return load;
  }

  /** Runs `fault`, waits until as many writes as given are acknowledged after it, and returns the longest time without one. */
  async interruptionMs(fault: () => unknown, writes: number, limitMs: number): Promise<number> {
    this.#longestGapMs = 0;
    await fault();
    const enough = this.#writes + writes;
    const deadlineMs = performance.now() + limitMs;
    while (this.#writes < enough) {
      if (performance.now() > deadlineMs) throw new Error(`The service did not recover within ${limitMs} ms.`);
      await sleep(20);
    }
    return this.#longestGapMs;
  }

  /** Ends the load, when all that was begun has its answer. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  /** What was acknowledged and is not in the store. */
  async lostIn(db: Db): Promise<string[]> {
    const ids = async (sql: string) => new Set((await db.all<{ id: string }>(sql)).map(({ id }) => id));
    const items = await ids('SELECT item_id AS id FROM item');
    const notifications = await ids('SELECT notification_id AS id FROM delivery');
    return [
      ...this.acknowledged.items.filter((id) => !items.has(id)),
      ...this.acknowledged.notifications.filter((id) => !notifications.has(id)),
    ];
  }

  async #run(kind: keyof typeof CLIENTS, client: number): Promise<void> {
    for (let n = 0; !this.#isOver; n += 1) {
      const base = this.#bases[n % this.#bases.length] as string;
      await this.#one(kind, base, `${this.#name}-${kind}-${client}-${n}`);
      await sleep(PAUSE_MS);
    }
  }

  async #one(kind: keyof typeof CLIENTS, base: string, id: string): Promise<void> {
    if (kind === 'reads') {
      if (await this.#send(`${base}${READ}`, `for.${SELLER}`)) this.reads += 1;
      else this.failedReads += 1;
      return;
    }
    if (kind === 'changes') {
      const body = JSON.stringify([item(id, { marketplaceId: MARKETPLACE })]);
      const answer = await this.#send(`${base}/operator/v1/changes`, 'operator', body);
      if (answer === undefined) return;
      this.acknowledged.items.push(id);
    } else {
      const body = JSON.stringify({ destinationId: kind === 'keys' ? this.keysDestination : this.#destination });
      const url = `${base}/notifications/v4/subscriptions/WEBHOOKS/testNotification`;
      const key: Record<string, string> = kind === 'keys' ? { 'idempotency-key': id } : {};
      let answer = await this.#send(url, `for.${SELLER}`, body, key);
      while (answer === undefined && kind === 'keys') {
        await sleep(100);
        answer = await this.#send(url, `for.${SELLER}`, body, key);
      }
      if (answer === undefined) return;
      const notificationId = answer.headers.get('x-notification-id') ?? '';
      if (kind === 'keys') this.acknowledged.keys += 1;
      this.acknowledged.notifications.push(notificationId);
    }
    const nowMs = performance.now();
    this.#longestGapMs = Math.max(this.#longestGapMs, nowMs - this.#lastWriteMs);
    this.#lastWriteMs = nowMs;
  }

  get #writes(): number {
    return this.acknowledged.items.length + this.acknowledged.notifications.length;
  }

  /** The answer, if it is a success. Counts every other one. */
  async #send(
    url: string,
    token: string,
    body?: string,
    more: Record<string, string> = {},
  ): Promise<Response | undefined> {
    this.attempted += 1;
    const beganMs = performance.now();
    const dispatcher = this.#dispatcher;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
    try {
      const request = { headers, ...(dispatcher && { dispatcher }) };
      const answer = await fetch(url, body === undefined ? request : { ...request, method: 'POST', body });
      const text = await answer.text();
      if (answer.ok) {
        this.succeeded += 1;
        return answer;
      }
      if (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0) this.unavailable += 1;
      else this.wrong.push(`${answer.status} ${text}`);
    } catch (error) {
      this.unanswered += 1;
      this.wrong.push(String((error as Error).cause ?? error));
    }
    this.latestFailureMs = Math.max(this.latestFailureMs, beganMs);
    return undefined;
  }
}
