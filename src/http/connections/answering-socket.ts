import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection, with the answer that it waits for or writes. Node has no public name for it. */
export type AnsweringSocket = Socket & { _httpMessage?: ServerResponse | null };
