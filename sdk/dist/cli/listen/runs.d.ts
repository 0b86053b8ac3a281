import type { Holder } from '../../node/file-lock-log.ts';
/** Whose events they are, and which. A run goes on where a killed one of the same listener ended. */
export type Listener = {
    readonly url: string;
    readonly clientId: string;
    readonly kinds: readonly string[];
};
type Stored = Listener & {
    readonly id: string;
    /** The sequence of the last event that was handled. */
    readonly done?: number | undefined;
    readonly holder: Omit<Holder, 'id'>;
};
/** One run of `listen`, in a file: what it has done survives a kill. */
export declare class Run {
    #private;
    readonly id: string;
    constructor(folder: string, stored: Stored);
    get done(): number | undefined;
    save(done: number | undefined): Promise<void>;
    beat(): Promise<void>;
    remove(): Promise<void>;
}
export type OpenedRun = {
    readonly run: Run /** Of killed runs that nobody goes on with. */;
    readonly leftovers: readonly Run[];
};
/** Takes over a killed run of the same listener, or begins one. Two that start at the same time do not take the same. */
export declare function openRun(folder: string, listener: Listener): Promise<OpenedRun>;
export {};
