import { ApiError } from '../../api-error.js';
import { pause } from '../../calls/call-deadline.js';
import { mayPass } from '../../calls/retry.js';
import { HeldMessages } from '../../loops/held-messages.js';
import { endRound, persist } from '../../loops/persist.js';
import { VISIBILITY_SECONDS } from './temporary-destination.js';
const MAX_GAP_MS = 4 * VISIBILITY_SECONDS * 1_000;
const GAP_POLL_MS = 500;
export async function handleInOrder(queue, channelId, work) {
    const { signal, onRetry } = work;
    const call = { path: { channelId }, signal };
    const body = { maxMessages: 100, waitSeconds: 20, visibilityTimeoutSeconds: VISIBILITY_SECONDS };
    const state = { done: work.done, gapSince: undefined };
    for (;;) {
        let startedMs = 0;
        const { messages } = await persist(() => {
            startedMs = performance.now();
            return queue.receiveMessages({ ...call, body });
        }, { signal, onRetry });
        await work.onRound();
        if (messages.length === 0) {
            await endRound(startedMs, signal);
            continue;
        }
        const held = new HeldMessages(queue, messages, {
            ...{ path: call.path, visibilitySeconds: VISIBILITY_SECONDS, receivedMs: startedMs, signal },
        });
        let isWaiting = false;
        try {
            isWaiting = await handleBatch(held, state, work);
        }
        finally {
            await held.release();
        }
        if (isWaiting)
            await pause(GAP_POLL_MS, signal);
    }
}
async function handleBatch(held, state, work) {
    const inOrder = [...held.messages].sort((a, b) => (sequenceOf(a) < sequenceOf(b) ? -1 : 1));
    for (const message of inOrder) {
        work.signal.throwIfAborted();
        const sequence = sequenceOf(message);
        if (sequence > (state.done ?? -1)) {
            if (message.signal.aborted || (isTooEarly(message, state) && !hasGivenUp(message, state, work)))
                return true;
            await work.handle(message);
            state.gapSince = undefined;
            if (sequence < Number.POSITIVE_INFINITY) {
                state.done = sequence;
                await work.save(sequence);
            }
        }
        await settle(held, message);
    }
    return false;
}
function sequenceOf({ event }) {
    const { sequence } = event;
    return sequence === undefined ? Number.POSITIVE_INFINITY : Number(sequence);
}
function isTooEarly({ event }, { done = -1 }) {
    const { previoussequence: previous } = event;
    return previous !== undefined && Number(previous) > done;
}
function hasGivenUp(message, state, { onMissing }) {
    state.gapSince ??= performance.now();
    if (performance.now() - state.gapSince < MAX_GAP_MS)
        return false;
    onMissing(message);
    return true;
}
async function settle(held, message) {
    try {
        await held.acknowledge(message);
    }
    catch (error) {
        const isKnown = error instanceof ApiError && error.code === 'MessageStale';
        if (!isKnown && !mayPass(error))
            throw error;
    }
}
