import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Plain } from '../harness/operator.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';

export type Version = 'old' | 'new';

/** An API process that gets its share of the load. */
export type Target = { base: string; version: Version; inFlight: number };

const SELLERS = ['U0', 'U1', 'U2'];
const WRITERS = 4;
const READERS = 8;
const ITEMS = Array.from({ length: 200 }, (_, n) => `I${n}`);
/** Only these change, each by one writer. */
const CHANGING = ITEMS.slice(0, 20);

/**
 * Reads and changes without a pause, spread over the targets as a load balancer does. The price of an item that changes rises with every
 * change, so a read tells whether it is older than what was acknowledged before it began, or newer than what was ever sent.
 */
export class UpgradeLoad {
  readonly targets: Target[] = [];
  readonly #agent = new Agent({ connections: 16 });
  /** The last price in cents that was sent, and that was acknowledged, by item. */
  readonly #sent = new Map(ITEMS.map((itemId) => [itemId, 2_000]));
  readonly #acknowledged = new Map(this.#sent);
  /** Acknowledged changes by item. */
  readonly changes: Record<Version, Map<string, number>> = { old: new Map(), new: new Map() };
  readonly answered: Record<Version, number> = { old: 0, new: 0 };
  readonly failed: string[] = [];
  readonly wrong: string[] = [];
  readonly tests: string[] = [];
  #turn = 0;
  #isOver = false;

  static readonly items: readonly string[] = ITEMS;
  static readonly sellers: readonly string[] = SELLERS;

  market(): Plain[] {
    const offers = ITEMS.flatMap((itemId) => SELLERS.map((_, n) => this.#offerOf(itemId, n)));
    const sellers = SELLERS.map((id) => seller(id));
    return [marketplace('M1', 'USD', true), ...sellers, ...ITEMS.map((itemId) => item(itemId)), ...offers];
  }

  /** Settles after `stop`, when all that was sent is answered. */
  async run(): Promise<void> {
    const writers = Array.from({ length: WRITERS }, (_, n) =>
      this.#write(CHANGING.filter((_id, i) => i % WRITERS === n)),
    );
    const readers = Array.from({ length: READERS }, (_, n) => this.#read(SELLERS[n % SELLERS.length] ?? '', n));
    await Promise.all([...writers, ...readers, this.#test()]);
    await this.#agent.close();
  }

  stop(): void {
    this.#isOver = true;
  }

  add(base: string, version: Version): Target {
    const target = { base, version, inFlight: 0 };
    this.targets.push(target);
    return target;
  }

  /** Sends the target nothing more. Settles when everything is answered. */
  async remove(target: Target): Promise<void> {
    this.targets.splice(this.targets.indexOf(target), 1);
    while (target.inFlight > 0) await sleep(5);
  }

  async #write(itemIds: readonly string[]): Promise<void> {
    for (let n = 0; !this.#isOver; n += 1) {
      const itemId = itemIds[n % itemIds.length] ?? '';
      const cents = (this.#sent.get(itemId) ?? 0) + 1;
      this.#sent.set(itemId, cents);
      const body = JSON.stringify([this.#offerOf(itemId, 0)]);
      const answer = await this.#call('POST', '/operator/v1/changes', 'operator', body);
      if (answer && JSON.parse(answer.text).changed === 1) {
        this.#acknowledged.set(itemId, cents);
        const counts = this.changes[answer.version];
        counts.set(itemId, (counts.get(itemId) ?? 0) + 1);
      } else if (answer) this.wrong.push(`change of ${itemId}: ${answer.text}`);
      await sleep(10);
    }
  }

  async #read(sellerId: string, seed: number): Promise<void> {
    for (let n = seed; !this.#isOver; n += 7) {
      const itemId = (n % 2 === 0 ? CHANGING : ITEMS).at(n % (n % 2 === 0 ? CHANGING.length : ITEMS.length)) ?? '';
      const least = this.#acknowledged.get(itemId) ?? 0;
      const path = `/products/pricing/v4/items/${itemId}/offers?MarketplaceId=M1&ItemCondition=New`;
      const answer = await this.#call('GET', path, `for.${sellerId}`);
      if (answer) this.#checkOffers(itemId, least, answer.text);
      if (n % 5 === 0) await this.#call('GET', '/products/pricing/v4/listings?MarketplaceId=M1', `for.${sellerId}`);
      await sleep(2);
    }
  }

  #checkOffers(itemId: string, least: number, text: string): void {
    const prices = [...text.matchAll(/"ListingPrice":\{[^}]*"Amount":([\d.]+)/g)].map(([, amount]) =>
      Math.round(100 * Number(amount)),
    );
    const own = prices.filter((cents) => cents >= least && cents <= (this.#sent.get(itemId) ?? 0));
    const rivals = prices.filter((cents) => cents === 100_001 || cents === 100_002);
    if (own.length < 1 || new Set(rivals).size !== 2) this.wrong.push(`${itemId} from ${least}: ${text}`);
  }

  /** Test notifications of the first seller. */
  async #test(): Promise<void> {
    while (!this.#isOver) {
      const path = '/notifications/v4/subscriptions/WEBHOOKS/testNotification';
      const answer = await this.#call('POST', path, 'for.U0', '{}');
      if (answer?.id) this.tests.push(answer.id);
      await sleep(100);
    }
  }

  async #call(method: 'GET' | 'POST', path: string, token: string, body?: string) {
    const target = this.targets[this.#turn++ % this.targets.length] as Target;
    target.inFlight += 1;
    try {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
      const options = { method, headers, dispatcher: this.#agent, ...(body && { body }) };
      const answer = await request(`${target.base}${path}`, options);
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
      this.answered[target.version] += 1;
      return { text, version: target.version, id: String(answer.headers['x-notification-id'] ?? '') };
    } catch (error) {
      this.failed.push(`${target.version} ${method} ${path}: ${(error as Error).message}`);
      return undefined;
    } finally {
      target.inFlight -= 1;
    }
  }

  /** The first seller's price changes; the others are dearer and stay. */
  #offerOf(itemId: string, n: number): Plain {
    const listingPrice = n === 0 ? (this.#sent.get(itemId) ?? 0) / 100 : 1_000 + n / 100;
    return offer(SELLERS[n] ?? '', `${itemId}-${n}`, itemId, { listingPrice });
  }
}
