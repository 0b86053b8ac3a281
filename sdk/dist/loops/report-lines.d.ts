/** The objects behind the first line of a document in JSONL. Throws `IncompleteDocument` when there are not as many as `expected`. */
export declare function jsonLines<Line extends object>(bytes: AsyncIterable<Uint8Array>, expected: number | undefined): AsyncGenerator<Line, void, undefined>;
