import { failure } from '../api-error.js';
import { followNumbers } from './numbered.js';
export function followEvents(client, { after, limit, follow = true, waitSeconds = 20, onGap = throwMissed, onRetry, signal }) {
    const list = {
        names: { elements: 'events', number: 'sequence' },
        async read(from) {
            const page = await client.getEvents({
                query: { after: from, ...(limit !== undefined && { limit }) },
                ...(follow && { headers: { prefer: `wait=${waitSeconds}` } }),
                signal,
            });
            const { oldestSequence: oldest, latestSequence: latest, truncated, hasMore } = page;
            return { elements: page.events, oldest, latest, truncated, hasMore };
        },
        numberOf: ({ sequence }) => Number(sequence),
        onGap: (from, { oldest, latest }) => onGap({ after: from, oldestSequence: oldest, latestSequence: latest }),
    };
    return followNumbers(list, { after, follow, onRetry, signal });
}
function throwMissed({ after, oldestSequence, latestSequence }) {
    throw failure('EventsMissed', `Events after ${after} are not kept any more.`, `Those from ${oldestSequence} are. Read the pricing answers again, then go on after ${latestSequence}; or pass onGap.`, { status: 200 });
}
