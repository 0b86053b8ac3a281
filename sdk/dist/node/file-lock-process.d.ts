import type { Holder } from './file-lock-log.ts';
/** What other processes need to tell whether this one is alive. */
export declare function thisProcess(): Promise<Omit<Holder, 'id'>>;
/** Undefined when it cannot be told: the holder is elsewhere, or has a pid that may now be another process's. */
export declare function isAlive(holder: Holder, ownPlace: string): Promise<boolean | undefined>;
