import { failure } from '../api-error.js';
import { endRound, persist } from './persist.js';
export async function* followEvents(client, { after: start, limit, follow = true, waitSeconds = 20, onGap = throwMissed, onRetry, signal }) {
    const read = (after) => client.getEvents({
        query: { after, ...(limit !== undefined && { limit }) },
        ...(follow && { headers: { prefer: `wait=${waitSeconds}` } }),
        signal,
    });
    let after = sequenceOf(start ?? 0);
    let isOldestRight = start === undefined;
    let knownLatest = 0;
    for (;;) {
        const startedMs = performance.now();
        const page = await (follow ? persist(() => read(after), { signal, onRetry }) : read(after));
        if (page.truncated && !isOldestRight) {
            const { oldestSequence, latestSequence } = page;
            const next = await onGap({ after, oldestSequence, latestSequence });
            if (typeof next === 'number') {
                after = Math.max(oldestSequence - 1, sequenceOf(next));
                continue;
            }
        }
        isOldestRight = false;
        const asked = after;
        for (const event of page.events) {
            const sequence = Number(event.sequence);
            if (!(sequence > after))
                continue;
            after = sequence;
            signal?.throwIfAborted();
            yield event;
        }
        if (page.hasMore && after === asked)
            throw noProgress();
        after = Math.max(after, page.oldestSequence - 1);
        if (page.hasMore)
            continue;
        if (!follow)
            return;
        after = Math.max(after, knownLatest);
        knownLatest = page.latestSequence;
        if (page.events.length === 0)
            await endRound(startedMs, signal);
    }
}
function sequenceOf(value) {
    const sequence = value === '' ? Number.NaN : Number(value);
    if (Number.isSafeInteger(sequence) && sequence >= 0)
        return sequence;
    throw new RangeError(`A sequence must be an integer from 0 on, not ${JSON.stringify(value)}.`);
}
const noProgress = () => failure('InvalidAnswer', 'The events do not end.', 'The service says that there are more, and sends none.');
function throwMissed({ after, oldestSequence, latestSequence }) {
    throw failure('EventsMissed', `Events after ${after} are not kept any more.`, `Those from ${oldestSequence} are. Read the pricing answers again, then go on after ${latestSequence}; or pass onGap.`, { status: 200 });
}
