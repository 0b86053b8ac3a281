import { failure } from '../api-error.js';
import { followNumbers } from '../loops/numbered.js';
export function followPriceChanges(client, MarketplaceId, { after, limit, follow = true, waitSeconds = 20, onGap = throwMissed, onRetry, signal }) {
    const list = {
        names: { elements: 'price changes', number: 'number' },
        async read(from) {
            const page = await client.getPriceChangeFeed({
                query: { MarketplaceId, after: from, ...(limit !== undefined && { limit }) },
                ...(follow && { headers: { prefer: `wait=${waitSeconds}` } }),
                signal,
            });
            const { lines: elements, oldestNumber: oldest, latestNumber: latest, truncated, hasMore } = page;
            return { elements, oldest, latest, truncated, hasMore };
        },
        numberOf: ({ number }) => number,
        onGap: (from, { oldest, latest }) => onGap({ after: from, oldestNumber: oldest, latestNumber: latest }),
    };
    return followNumbers(list, { after, follow, onRetry, signal });
}
function throwMissed({ after, oldestNumber, latestNumber }) {
    throw failure('PriceChangesMissed', `Price changes after ${after} are not kept any more.`, `Those from ${oldestNumber} are. Export the market, then go on after ${latestNumber}; or pass onGap.`, { status: 200 });
}
