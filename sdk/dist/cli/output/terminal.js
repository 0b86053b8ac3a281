const CODES = {
    bold: [1, 22],
    dim: [2, 22],
    red: [31, 39],
    green: [32, 39],
};
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const STYLE_OR_HIDDEN = /\p{Cc}\[\d+m|[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
export const safe = (text) => text.replace(STYLE_OR_HIDDEN, (found) => (found === '\n' || found.startsWith('\x1b[') ? found : '?'));
const escaped = (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
export class Terminal {
    json;
    #streams;
    #hasColor;
    constructor(streams, options) {
        this.#streams = streams;
        this.json = options.json;
        this.#hasColor = streams.out.isTTY === true && !options.noColor && !options.json;
    }
    get isWatched() {
        return this.#streams.err.isTTY === true;
    }
    print(text) {
        this.#streams.out.write(`${safe(text)}\n`);
    }
    printJson(value) {
        this.#streams.out.write(`${JSON.stringify(value).replace(HIDDEN, escaped)}\n`);
    }
    note(text) {
        this.#streams.err.write(`${safe(text)}\n`);
    }
    progress(text) {
        this.#streams.err.write(this.isWatched ? `\r\x1b[2K${safe(text)}` : `${safe(text)}\n`);
    }
    endProgress() {
        if (this.isWatched)
            this.#streams.err.write('\n');
    }
    styled(style, text) {
        const [on, off] = CODES[style];
        return this.#hasColor && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text;
    }
    async write(bytes) {
        await new Promise((resolve, reject) => {
            this.#streams.out.write(bytes, (error) => (error ? reject(error) : resolve()));
        });
    }
}
