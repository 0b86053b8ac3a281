import { Socket } from 'node:net';

/**
 * Loaded before the service (`--import`): connections to HELD_PORT are started and never established. The process claims
 * due deliveries and stays alive, but nothing reaches the receiver. This holds open the moment between a claim and its send.
 */
const { connect } = Socket.prototype;
const heldPort = Number(process.env.HELD_PORT);

Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  const [options] = [args[0]].flat() as { port?: number | string }[];
  return Number(options?.port) === heldPort ? this : Reflect.apply(connect, this, args);
} as typeof connect;
