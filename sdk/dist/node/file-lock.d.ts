export type HeldLock = {
    id: string;
    free(): Promise<void>;
};
/**
 * Takes a lock that all processes share which can append to the file, and that a crash of its holder (kill -9, too) does not leave behind.
 *
 * The file is a log: see `holderIn`. The system puts lines that are appended at the same time one after the other, in one order for
 * all. A holder of the same system that has died is found at once, by its pid and its start; while it lives it keeps the lock, also when
 * it is stopped. A holder of another container or machine is found dead when it has shown nothing for 10 s.
 *
 * Limits: a file system that does not append atomically (NFS) is no place for the file. A process in another container that is paused
 * for 10 s while it has the lock loses it, and does not know.
 *
 * `onDeadHolder` is called for each holder that is found dead. Rejects when the lock cannot be had for a minute, or the file not be written; at once
 * when something else is in its place: a symbolic link, which is not followed, or a file of others, which stays as it is.
 */
export declare function takeFileLock(path: string, onDeadHolder: (id: string) => Promise<void>): Promise<HeldLock>;
