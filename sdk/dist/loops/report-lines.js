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
async function* textLines(bytes) {
    const decoder = new TextDecoder();
    let pieces = [];
    for await (const chunk of bytes) {
        const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
        pieces.push(first);
        for (const next of others) {
            yield pieces.join('');
            pieces = [next];
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
