/**
 * Replaces a file atomically, in a folder that is made if needed. Only its owner may read it. It is on disk when this resolves.
 * `unfinished` is the name under which it is written: a killed process leaves it behind.
 */
export declare function replaceFile(file: string, text: string, unfinished?: string): Promise<void>;
