import { HeldMessages } from './held-messages.js';
import { endRound, persist } from './persist.js';
export async function* pullMessages(queue, channelId, { maxMessages = 10, idle = 'wait', onStale, onRetry, signal, ...options }) {
    const path = { channelId };
    const call = { path, signal };
    const { waitSeconds = idle === 'stop' ? 0 : 20 } = options;
    const patiently = (work) => idle === 'stop' ? work() : persist(work, { signal, onRetry });
    const visibilitySeconds = options.visibilityTimeoutSeconds ??
        (await patiently(() => queue.getDestination(call))).pullConfig?.visibilityTimeoutSeconds ??
        30;
    const body = { maxMessages, waitSeconds, visibilityTimeoutSeconds: visibilitySeconds };
    for (;;) {
        let startedMs = 0;
        const { messages } = await patiently(() => {
            startedMs = performance.now();
            return queue.receiveMessages({ ...call, body });
        });
        if (messages.length === 0) {
            if (idle === 'stop')
                return;
            await endRound(startedMs, signal);
            continue;
        }
        const held = new HeldMessages(queue, messages, { path, visibilitySeconds, receivedMs: startedMs, signal });
        try {
            for (const message of held.messages) {
                signal?.throwIfAborted();
                if (message.signal.aborted)
                    continue;
                yield message;
                await finish(held, message, onStale);
            }
        }
        finally {
            await held.release();
        }
    }
}
async function finish(held, message, onStale) {
    try {
        await held.acknowledge(message);
    }
    catch (error) {
        if (onStale === undefined || !message.signal.aborted)
            throw error;
        await onStale(message);
    }
}
