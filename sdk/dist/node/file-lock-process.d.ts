import type { Holder } from './file-lock-log.ts';
/** What other processes need to know whether this one is alive. */
export declare function thisProcess(): Promise<Omit<Holder, 'id'>>;
/** Undefined when that is unknown: the holder is elsewhere, or has a pid that may now be another process's. */
export declare function isAlive(holder: Holder, ownPlace: string): Promise<boolean | undefined>;
