import { failure } from '../api-error.js';
export function pagesOf({ signal }, read, partsOf) {
    async function* pages() {
        const seen = new Set();
        for (let token;;) {
            const answer = await read({ ...(token !== undefined && { nextToken: token }) });
            yield answer;
            token = partsOf(answer).nextToken;
            if (token === undefined)
                return;
            if (seen.has(token))
                throw endless();
            seen.add(token);
        }
    }
    async function* elements() {
        for await (const answer of pages()) {
            for (const element of partsOf(answer).elements) {
                signal?.throwIfAborted();
                yield element;
            }
        }
    }
    return { pages, [Symbol.asyncIterator]: elements };
}
const endless = () => failure('InvalidAnswer', 'The pages do not end.', 'The service gave the same nextToken again.');
