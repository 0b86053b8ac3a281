import { Socket } from 'node:net';

/**
 * Loaded before the service (`--import`): connections to HELD_PORT are begun and never made. The process then claims what
 * is due and is alive, but nothing of it reaches the receiver: the moment between a claim and its send, held open.
 */
const { connect } = Socket.prototype;
const heldPort = Number(process.env.HELD_PORT);

Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  const [options] = [args[0]].flat() as { port?: number | string }[];
  return Number(options?.port) === heldPort ? this : Reflect.apply(connect, this, args);
} as typeof connect;
