import { type ChildProcess, fork } from 'node:child_process';

/** The role of a process that applies large calls of price changes. Only a process that answers requests starts it. */
export const PIECE_ROLE = 'piece-process';

/** The last message to it. */
export const STOP_PIECES = 'stop';

/** One piece of a call: the ids of its receipts. */
export type PieceOrder = { readonly order: number; readonly ids: readonly string[] };

/** The first message of the process: it can take orders from here on. */
export const PIECES_READY = 'ready';

/** What became of an order: the marketplace and the id of each item whose board changed; or nothing, and why. */
export type PieceAnswer =
  | { readonly order: number; readonly items: readonly (readonly [marketplaceId: string, itemId: string])[] }
  | { readonly order: number; readonly problem: string };

export type PieceFork = () => ChildProcess;

/** `entry` is the file that starts roles. The process reads its settings as this one did. */
export const pieceFork =
  (entry: string): PieceFork =>
  () =>
    fork(entry, [PIECE_ROLE], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: process.execArgv });
