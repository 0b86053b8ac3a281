/** A process that took the lock, as the log names it. */
export type Holder = {
    /** Unique for each time that the lock is taken. */
    id: string;
    /** Processes of the same place see each other's pids. */
    place: string;
    pid: number;
    /** When the process started: another process may get the same pid later. */
    startedAt: string;
};
export declare const takenBy: ({ id, place, pid, startedAt }: Holder) => string;
/** The holder is still at work. */
export declare const beatOf: (id: string) => string;
export declare const freedBy: (id: string) => string;
/** Another process found that the holder has died. */
export declare const deathOf: (id: string) => string;
/** Whether a file is empty or begins as every log does. Others' files must not be written. */
export declare const isLog: (text: string) => boolean;
/**
 * Who holds the lock, and how often it has shown that it is alive. Everybody appends to the log, and everybody comes to the same result:
 * `take` counts only where the lock is free, and the other words only for the one who holds it. So two processes that find a dead
 * holder at the same time do no harm, and a late word of a former holder changes nothing.
 */
export declare function holderIn(log: string): (Holder & {
    beats: number;
}) | undefined;
