import { type Streams } from './output/terminal.ts';
export type Surroundings = {
    readonly streams: Streams;
    readonly environment: Readonly<Record<string, string | undefined>>;
    /** Aborts when the person or the system ends the program. */
    readonly signal: AbortSignal;
};
/** Runs one command line, from its arguments to its exit code. */
export declare function runProgram(args: readonly string[], surroundings: Surroundings): Promise<number>;
