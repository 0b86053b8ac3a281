/** A stream of the process, as far as it is used. */
type Sink = {
    write(piece: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
    readonly isTTY?: boolean;
};
/** Where a command writes: results to `out`, all else to `err`. */
export type Streams = {
    readonly out: Sink;
    readonly err: Sink;
};
type Style = 'bold' | 'dim' | 'red' | 'green';
/** What the service sends may come from others: nothing but line ends and styles reaches a terminal. */
export declare const safe: (text: string) => string;
/** What a command prints. With `json` its results are JSON: one document, or a line for each. */
export declare class Terminal {
    #private;
    readonly json: boolean;
    constructor(streams: Streams, options: {
        json: boolean;
        noColor: boolean;
    });
    /** Whether a person watches: progress may be written over itself. */
    get isWatched(): boolean;
    print(text: string): void;
    printJson(value: unknown): void;
    /** For people, beside the result. */
    note(text: string): void;
    /** Replaces the line before it on a terminal; a line of its own elsewhere. */
    progress(text: string): void;
    /** The line of the progress is done. */
    endProgress(): void;
    styled(style: Style, text: string): string;
    /** Bytes of a document, at the speed of whoever reads them. */
    write(bytes: Uint8Array): Promise<void>;
}
export {};
