type Running<Result> = {
    result: Promise<Result>;
    controller: AbortController;
    waiting: number;
};
/**
 * One call for everybody who wants its result at the same time (single flight); a failure is shared, too, and not kept. Each caller
 * leaves by its own signal. `signal` of the call itself aborts when the last caller has left.
 */
export declare class SharedCall<Result> {
    #private;
    constructor(start: (signal: AbortSignal) => Promise<Result>);
    join(signal: AbortSignal): Promise<Result>;
    /** The next caller starts a call of its own. Those who wait already keep theirs. */
    drop(running?: Running<Result> | undefined): void;
}
export {};
