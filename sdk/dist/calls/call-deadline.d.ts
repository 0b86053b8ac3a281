/** Settles as `work` does, or rejects with the signal's reason as soon as it aborts, also when `work` ignores the signal. */
export declare const untilAborted: <Result>(work: Promise<Result>, signal?: AbortSignal) => Promise<Result>;
/** Waits. Rejects with the signal's reason as soon as it aborts. */
export declare function pause(ms: number, signal?: AbortSignal): Promise<void>;
/** Runs `work` with one signal for the caller's signal and the deadline. `overdue` makes the reason when the time is up. */
export declare function withDeadline<Result>(given: AbortSignal | undefined, ms: number, overdue: () => Error, work: (signal: AbortSignal, endsAt: number) => Promise<Result>): Promise<Result>;
