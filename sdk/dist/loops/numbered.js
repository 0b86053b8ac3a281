import { failure } from '../api-error.js';
import { endRound, persist } from './persist.js';
export async function* followNumbers(list, { after: start, follow, onRetry, signal }) {
    let after = numberIn(start ?? 0, list);
    let isOldestRight = start === undefined;
    let knownLatest = 0;
    for (;;) {
        const startedMs = performance.now();
        const page = await (follow ? persist(() => list.read(after), { signal, onRetry }) : list.read(after));
        if (page.truncated && !isOldestRight) {
            const next = await list.onGap(after, page);
            if (typeof next === 'number') {
                after = Math.max(page.oldest - 1, numberIn(next, list));
                continue;
            }
        }
        isOldestRight = false;
        const asked = after;
        for (const element of page.elements) {
            const number = list.numberOf(element);
            if (!(number > after))
                continue;
            after = number;
            signal?.throwIfAborted();
            yield element;
        }
        if (page.hasMore && after === asked)
            throw noProgress(list);
        after = Math.max(after, page.oldest - 1);
        if (page.hasMore)
            continue;
        if (!follow)
            return;
        after = Math.max(after, knownLatest);
        knownLatest = page.latest;
        if (page.elements.length === 0)
            await endRound(startedMs, signal);
    }
}
function numberIn(value, { names }) {
    const number = value === '' ? Number.NaN : Number(value);
    if (Number.isSafeInteger(number) && number >= 0)
        return number;
    throw new RangeError(`A ${names.number} must be an integer from 0 on, not ${JSON.stringify(value)}.`);
}
const noProgress = ({ names }) => failure('InvalidAnswer', `The ${names.elements} do not end.`, 'The service says that there are more, and sends none.');
