import type { TokenStore } from '../credentials.ts';
/**
 * Keeps the tokens of one grant in a file that only its owner may read, for any number of processes of one machine, in containers, too.
 * The file is replaced atomically and is on disk when `save` resolves. Beside it is `PATH.lock`, which may stay for ever.
 *
 * All processes name the file by the same path. A network file system is no place for it.
 */
export declare function fileTokenStore(path: string): TokenStore;
