import { failure } from '../api-error.js';
import { oneAtATime } from '../one-at-a-time.js';
import { persist } from './persist.js';
const ACKNOWLEDGE_MS = 30_000;
const LONGEST_EXTENSION_MS = 10_000;
const GIVE_BACK_MS = 5_000;
export class HeldMessages {
    messages;
    #queue;
    #options;
    #visibilityMs;
    #held = new Map();
    #inTurn = oneAtATime();
    #timer;
    constructor(queue, received, options) {
        this.#queue = queue;
        this.#options = options;
        this.#visibilityMs = options.visibilitySeconds * 1_000;
        this.messages = received.map((one) => this.#hold(one));
        this.#beatLater();
    }
    #hold(received) {
        const lost = new AbortController();
        const message = {
            ...received,
            signal: lost.signal,
            acknowledge: () => this.acknowledge(message),
            extend: async (seconds) => {
                await this.#extend(seconds, (held) => held.message === message);
                lost.signal.throwIfAborted();
            },
        };
        this.#held.set(message, { message, lost, hiddenUntilMs: this.#options.receivedMs + this.#visibilityMs });
        return message;
    }
    async acknowledge(message) {
        message.signal.throwIfAborted();
        const held = this.#held.get(message);
        if (held === undefined)
            return;
        held.settling ??= this.#settle(held).finally(() => {
            held.settling = undefined;
        });
        await held.settling;
    }
    async #settle(held) {
        const { message } = held;
        const { path, signal } = this.#options;
        const untilMs = performance.now() + (signal?.aborted ? GIVE_BACK_MS : ACKNOWLEDGE_MS);
        const body = { receiptHandles: [message.receiptHandle] };
        const { results } = await persist(() => this.#queue.acknowledgeMessages({ path, body, deadlineMs: untilMs - performance.now() }), { untilMs, signal });
        if (results[0]?.status === 'STALE' && !(await this.#isDone(message))) {
            this.#lose(held);
            message.signal.throwIfAborted();
        }
        this.#held.delete(message);
    }
    async #isDone({ deliveryId, receiveCount }) {
        try {
            const { state, attemptCount } = await this.#queue.getDelivery({ path: { deliveryId } });
            return state === 'DELIVERED' && attemptCount === receiveCount;
        }
        catch {
            return false;
        }
    }
    #lose({ message, lost }) {
        this.#held.delete(message);
        lost.abort(failure('MessageStale', `The message ${message.notificationId} is another consumer's.`, 'Its visibility timeout ended before it was acknowledged.', { status: 200 }));
    }
    #beatLater() {
        this.#timer = setTimeout(async () => {
            await this.#extend(0, (one) => one.hiddenUntilMs < performance.now() + this.#visibilityMs).catch(() => undefined);
            if (this.#timer !== undefined)
                this.#beatLater();
        }, this.#visibilityMs / 3);
        this.#timer.unref?.();
    }
    #extend(seconds, isDue) {
        return this.#inTurn(async () => {
            const due = [...this.#held.values()].filter(isDue);
            if (due.length === 0)
                return;
            const visibilityTimeoutSeconds = Math.max(seconds, this.#options.visibilitySeconds);
            const hiddenUntilMs = performance.now() + visibilityTimeoutSeconds * 1_000;
            const { results } = await this.#queue.extendMessages({
                path: this.#options.path,
                body: { receiptHandles: due.map(({ message }) => message.receiptHandle), visibilityTimeoutSeconds },
                deadlineMs: Math.min(this.#visibilityMs, LONGEST_EXTENSION_MS),
            });
            for (const [n, held] of due.entries()) {
                if (results[n]?.status !== 'STALE')
                    held.hiddenUntilMs = Math.max(held.hiddenUntilMs, hiddenUntilMs);
                else if (held.settling === undefined && this.#held.has(held.message))
                    this.#lose(held);
            }
        });
    }
    async release() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        await this.#inTurn(() => Promise.allSettled([...this.#held.values()].flatMap(({ settling }) => settling ?? [])));
        const receiptHandles = [...this.#held.keys()].map(({ receiptHandle }) => receiptHandle);
        this.#held.clear();
        if (receiptHandles.length === 0)
            return;
        const { path } = this.#options;
        await this.#queue
            .giveBackMessages({ path, body: { receiptHandles }, deadlineMs: GIVE_BACK_MS })
            .catch(() => undefined);
    }
}
