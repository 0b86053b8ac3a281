import assert from 'node:assert/strict';
import { mustHoldEvents } from '../harness/event-check.ts';

export type Delivery = {
  deliveryId: string;
  notificationId: string;
  eventType: string;
  state: string;
  heldBy?: string;
  supersededBy?: string;
  attemptCount: number;
  attempts: { number: number; outcome: string; code?: number; error?: string; answer?: string }[];
};

/** An event as it is sent and as the list of events has it. */
export type SellerEvent = {
  id: string;
  type: string;
  subject: string;
  time: string;
  sequence: string;
  previoussequence?: string;
  data: { revision: number; storeItemId: string; [name: string]: unknown };
};

/** The list of events has them without what depends on a destination. */
export function withoutPrevious(event: SellerEvent): SellerEvent {
  const { previoussequence: _, ...rest } = event;
  return rest;
}

type Destination = {
  channelId: string;
  status: string;
  webhookConfig: { signing?: { secret: string } };
};

export type Message = { receiptHandle: string; notificationId: string; receiveCount: number };

/** A seller that uses the public API. `base` is called for each request: a restarted service has another port. */
export class Seller {
  readonly #base: () => string;
  readonly sellerId: string;

  constructor(base: () => string, sellerId: string) {
    this.#base = base;
    this.sellerId = sellerId;
  }

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.#base()}/notifications/v4${path}`, {
      method,
      headers: {
        authorization: `Bearer for.${this.sellerId}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** A GET of any path; fails when the answer is not 2xx. */
  async get<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.#base()}${path}`, { headers: { authorization: `Bearer for.${this.sellerId}` } });
    assert.ok(answer.ok, `GET ${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** All events of the seller after a sequence, page by page. */
  async events(after = 0): Promise<SellerEvent[]> {
    const all: SellerEvent[] = [];
    for (let next = after; ; ) {
      const { events } = await this.get<{ events: SellerEvent[] }>(`/notifications/v4/events?after=${next}`);
      if (events.length === 0) return all;
      all.push(...events);
      next = Number(events.at(-1)?.sequence);
    }
  }

  replay(channelId: string, range: { fromSequence: number } | { since: string }): Promise<{ queued: number }> {
    return this.#json('POST', `/destinations/${channelId}/replay`, range);
  }

  async #json<T>(...call: Parameters<Seller['call']>): Promise<T> {
    const answer = await this.call(...call);
    assert.ok(answer.ok, `${call[0]} ${call[1]}: ${answer.status} ${answer.ok ? '' : await answer.text()}`);
    const shown: unknown = await answer.json();
    mustHoldEvents(shown);
    return shown as T;
  }

  /** Without a window: every event is sent at once. */
  webhook(url: string, more: object = {}, windowSeconds = 0): Promise<Destination> {
    return this.#json('POST', '/destinations', { type: 'WEBHOOKS', webhookConfig: { url, ...more }, windowSeconds });
  }

  pull(): Promise<Destination> {
    return this.#json('POST', '/destinations', { type: 'PULL' });
  }

  destinations(): Promise<{ channels: Destination[] }> {
    return this.#json('GET', '/destinations');
  }

  destination(channelId: string): Promise<Destination> {
    return this.#json('GET', `/destinations/${channelId}`);
  }

  rotate(channelId: string, graceSeconds: number): Promise<Destination> {
    return this.#json('POST', `/destinations/${channelId}/rotateSecret`, { graceSeconds });
  }

  async remove(channelId: string): Promise<void> {
    assert.equal((await this.call('DELETE', `/destinations/${channelId}`)).status, 204);
  }

  /** Sends a test notification; its id, when it is durably queued. */
  async test(channelId: string, type = 'WEBHOOKS'): Promise<string> {
    const path = `/subscriptions/${type}/testNotification`;
    const answer = await this.call('POST', path, { destinationId: channelId });
    assert.equal(answer.status, 200, await answer.text());
    return answer.headers.get('x-notification-id') ?? '';
  }

  /** Sends tests concurrently; their ids. */
  tests(channelId: string, count: number, type?: string): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, () => this.test(channelId, type)));
  }

  /** All deliveries of a destination, with their attempts. */
  async log(channelId: string): Promise<Delivery[]> {
    const all = await this.list(channelId);
    return Promise.all(all.map(({ deliveryId }) => this.#json<Delivery>('GET', `/deliveries/${deliveryId}`)));
  }

  /** All deliveries of a destination, without their attempts. */
  async list(channelId: string): Promise<Delivery[]> {
    const all: Delivery[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const token: string = next === '' ? '' : `&nextToken=${encodeURIComponent(next)}`;
      const page: { deliveries: Delivery[]; nextToken?: string } = await this.#json(
        'GET',
        `/destinations/${channelId}/deliveries?limit=100${token}`,
      );
      all.push(...page.deliveries);
      next = page.nextToken;
    }
    return all;
  }

  /** Whether all deliveries of these destinations are in this state, and each destination has some. */
  async areAll(state: string, ...channelIds: string[]): Promise<boolean> {
    for (const channelId of channelIds) {
      const all = await this.list(channelId);
      if (all.length === 0 || all.some((one) => one.state !== state)) return false;
    }
    return true;
  }

  async receive(channelId: string, options: object = {}): Promise<Message[]> {
    return (await this.#json<{ messages: Message[] }>('POST', `/destinations/${channelId}/receive`, options)).messages;
  }

  async acknowledge(channelId: string, handles: string[]): Promise<string[]> {
    const path = `/destinations/${channelId}/acknowledge`;
    const { results } = await this.#json<{ results: { status: string }[] }>('POST', path, { receiptHandles: handles });
    return results.map(({ status }) => status);
  }
}
