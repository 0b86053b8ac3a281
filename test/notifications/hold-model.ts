import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import type { ChannelType } from '../../src/domain/notifications/destination.ts';
import type { QuietHours } from '../../src/domain/notifications/quiet-hours.ts';
import type { Claimed } from '../../src/notifications/deliveries/delivery-attempt.ts';
import { idsOf } from './message-store.ts';

/** What the person at a destination was promised: written without a look at how the service counts. */
export type Promised = { type: ChannelType; quietHours?: QuietHours | undefined; isActive: boolean };

type Sent = { messageId: string; kind: string; atMs: number; destinationId: string };

/** Everything that was sent, judged by the promises to people. Throws when one is broken. */
export class HoldModel {
  readonly sent: Sent[] = [];
  /** The deliveries of each message when it was first sent. */
  readonly #content = new Map<string, ReadonlySet<string>>();
  /** Deliveries that somebody asked for again, until they are sent. */
  readonly asked = new Set<string>();
  readonly #told = new Set<string>();
  readonly #flying = new Map<string, number>();

  /** A message is sent now. Returns whether it was asked for: then no limit counts it. */
  send(claimed: Claimed, promised: Promised, nowMs: number, leaseMs: number): boolean {
    const { delivery, destination, earlier } = claimed;
    const { messageId = '', kind } = delivery;
    const ids = idsOf(claimed);
    assert.match(messageId, /^[\w-]{16}$/);
    assert.ok(promised.isActive, 'nothing is sent to an inactive destination');
    assert.ok(ids.length <= 200);
    assert.ok(!isQuiet(promised.quietHours, nowMs), 'quiet hours are quiet');
    for (const one of [...earlier, delivery]) {
      assert.equal(one.kind, kind, 'a message has one kind');
      assert.equal(one.messageId, messageId);
    }
    for (const id of ids) {
      assert.ok(!this.#told.has(id) || this.asked.has(id), 'nobody is told twice');
      assert.ok((this.#flying.get(id) ?? 0) <= nowMs, 'nothing is sent twice at once');
      this.#flying.set(id, nowMs + leaseMs);
    }
    const before = this.#content.get(messageId);
    const isAsked = before !== undefined && ids.some((id) => this.asked.has(id));
    if (before) assert.ok(new Set(ids).isSubsetOf(before), 'a retry tells nothing new');
    else this.#content.set(messageId, new Set(ids));
    for (const id of ids) {
      this.asked.delete(id);
      this.#told.delete(id);
    }
    if (isAsked) return true;
    const { destinationId } = destination;
    this.sent.push({ messageId, kind, atMs: nowMs, destinationId });
    this.#checkLimits(promised.type, destinationId, kind, nowMs);
    return false;
  }

  /** Counts other messages in every span of time that ends now; earlier spans were judged before. */
  #checkLimits(type: ChannelType, destinationId: string, kind: string, nowMs: number): void {
    const since = (ms: number) =>
      this.sent.filter((one) => one.destinationId === destinationId && one.atMs > nowMs - ms);
    const messages = (list: readonly Sent[]) => new Set(list.map(({ messageId }) => messageId)).size;
    if (type === 'EMAIL')
      assert.ok(messages(since(HOUR_MS).filter((one) => one.kind === kind)) <= 1, 'one e-mail an hour');
    if (type === 'SMS') assert.ok(messages(since(DAY_MS)) <= 10, 'ten SMS a day');
  }

  /** An attempt ended. `arrived`: the deliveries that the log calls delivered. */
  settled(claimed: Claimed, arrived: ReadonlySet<string>): void {
    for (const id of idsOf(claimed)) {
      this.#flying.delete(id);
      if (arrived.has(id)) this.#told.add(id);
    }
  }

  /** When a held delivery has to be due at the latest, by the reason that it names. */
  latestMs(reason: string, type: ChannelType, destinationId: string, kind: string): number {
    const times = this.sent.filter((one) => one.destinationId === destinationId);
    if (reason === 'HOURLY_LIMIT') {
      assert.equal(type, 'EMAIL');
      return Math.max(...times.filter((one) => one.kind === kind).map(({ atMs }) => atMs)) + HOUR_MS;
    }
    assert.equal(type, 'SMS');
    const last = new Map(times.map(({ messageId, atMs }) => [messageId, atMs]));
    return ([...last.values()].sort((a, b) => b - a)[9] ?? Number.NEGATIVE_INFINITY) + DAY_MS;
  }
}

/** What the clock on the wall shows, without `Temporal`. */
function isQuiet(quietHours: QuietHours | undefined, nowMs: number): boolean {
  if (!quietHours) return false;
  const { start, end, timeZone } = quietHours;
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const wall = new Intl.DateTimeFormat('en-GB', options).format(nowMs);
  return start < end ? wall >= start && wall < end : wall >= start || wall < end;
}
