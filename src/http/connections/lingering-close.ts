import type { Socket } from 'node:net';

/** How long a client may take to close its side. */
const LINGER_MS = 1_000;

const lingering = new WeakSet<Socket>();

/**
 * Closes a connection without a reset: ends our side after what is still to be written, and discards what arrives until the
 * client ends its side. Closing a socket with unread bytes makes the kernel send a reset, and a reset makes the client lose
 * even an answer that has arrived already (RFC 9112 9.6).
 */
export function lingeringClose(socket: Socket): void {
  if (lingering.has(socket) || socket.destroyed) return;
  lingering.add(socket);
  // What arrives now gets no answer, so it must not be processed either. The new listener takes the bytes from the parser.
  socket.removeAllListeners('data');
  socket.on('data', discard);
  socket.resume();
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

export const isLingering = (socket: Socket): boolean => lingering.has(socket);

/** Node calls `destroySoon` after an answer with `Connection: close`. */
export function lingerAfterLastAnswer(socket: Socket): void {
  socket.destroySoon = () => lingeringClose(socket);
}

const discard = () => undefined;
