import { failure } from '../api-error.js';
export async function* jsonLines(bytes, expected) {
    let count = -1;
    for await (const text of textLines(bytes)) {
        count += 1;
        if (count > 0)
            yield readLine(text, count);
    }
    if (expected !== undefined && count !== expected)
        throw incomplete(`It has ${count} lines instead of ${expected}.`);
}
const MAX_LINE = 2 ** 24;
async function* textLines(bytes) {
    const decoder = new TextDecoder();
    let pieces = [];
    let length = 0;
    for await (const chunk of bytes) {
        const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
        pieces.push(first);
        length += first.length;
        if (length > MAX_LINE)
            throw incomplete('A line has no end.');
        for (const next of others) {
            yield pieces.join('');
            pieces = [next];
            length = next.length;
        }
    }
    if (pieces.join('') + decoder.decode() !== '')
        throw incomplete('It ends within a line.');
}
function readLine(text, number) {
    try {
        return JSON.parse(text);
    }
    catch {
        throw incomplete(`Line ${number} is no JSON.`);
    }
}
const incomplete = (details) => failure('IncompleteDocument', 'The document is not complete.', details, { status: 200 });
