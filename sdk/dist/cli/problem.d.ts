/** How the command ended. The documentation lists them. */
export declare const EXIT: {
    readonly done: 0;
    readonly failed: 1;
    readonly usage: 2;
    readonly notSignedIn: 3;
    readonly unreachable: 4;
    readonly refused: 5;
    readonly interrupted: 130;
};
/** What went wrong, and what to do about it. */
export declare class Problem extends Error {
    readonly name = "Problem";
    readonly remedy: string;
    readonly exitCode: number;
    constructor(message: string, remedy: string, exitCode?: number);
}
export declare const usageProblem: (message: string, remedy?: string) => Problem;
/** A failure as people read it: two lines at most, and what to do. */
export declare function problemOf(error: unknown): Problem;
